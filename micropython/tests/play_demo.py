"""Plays the demo with a backend: play_demo.py python | c | ADDRESS OF A SERIAL LINE."""

import asyncio
import gc

import backend

backend.choose()
import demo

asyncio.run(demo.play_everything())
gc.collect()
if hasattr(gc, "mem_alloc"):
    print("heap in use:", gc.mem_alloc(), "of", gc.mem_alloc() + gc.mem_free())
