"""What a policy remembers of the past, and the certificate of its estimate."""
