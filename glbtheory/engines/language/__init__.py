"""What all engines speak: expressions, boxes, the parser."""
