"""Everything CUDA: choosing GPUs, compiling kernels, batts as bytecode, enumeration steps."""
