"""Everything CUDA: choosing GPUs, compiling kernels, whole batts as bytecode, enumeration steps."""
