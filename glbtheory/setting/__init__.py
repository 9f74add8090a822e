"""Links, forgetting and the weighted estimate (part *Setting* of the book)."""
