// A card that is played by the host: the very files of kernels/cuda, compiled without CUDA. What it cannot
// show is left to a real one: threads that run at once, and the library of products.
#pragma once

#include "engine/device/device.h"

namespace heed::test {

// Memory that begins as NaN, at addresses where the host cannot read. `bytes`: how much there is of it.
Device played_card(size_t bytes = size_t{1} << 32);

// Bytes of the card in use, those kept for reuse among them.
size_t bytes_of(const Device& played);

}  // namespace heed::test
