"""What a person sees of a ruling: figures."""
