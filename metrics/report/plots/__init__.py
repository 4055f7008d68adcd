"""Plots as Vega-Lite: what they show, their colours, and how they get into a page or a file."""
