"""The questions bots ask millions of times, over plain arrays and integers."""
