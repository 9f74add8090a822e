"""Sphinx extensions: what the builder of the pages calls.

================== ===========================================================================
hover_previews     what a link shows when it is pointed at (``previews.js``, ``previews.css``)
claim_links        ids of claims lead to the report, and have previews too
parallel_execution chapters executed side by side
report             the one-page report beside the pages
reference_pages    pages made from docstrings, boxes and formulas
paper_edition      the book on paper
publishing         canonical links, sitemap, the PDF
formal_statements  statements of the Coq development beside the boxes
accessibility      what readers with a phone, a keyboard or a screen reader need
no_thebe           pages without scripts that nobody uses
================== ===========================================================================
"""
