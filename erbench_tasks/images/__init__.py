"""The pictures of multimodal questions: read safely, or drawn from the data (ERBench, Sec. 4.4)."""
