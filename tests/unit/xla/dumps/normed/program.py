# A dump of clip_loss of tests/bench/dumps/models.py, made with bench/dumps/make.py --gspmd --final: norms lose their dims of one element in the final program.
