// Every device that the same tests run on besides the CPU: a card that is played, and a real one where it is
// there.
#pragma once

#include <functional>
#include <vector>

#include "engine/device/device.h"
#include "engine/session/models/devices.h"
#ifndef __EMSCRIPTEN__
#include "tests/engine/kernels/played_card.h"
#endif

namespace heed::test {

inline const std::vector<Device>& cards() {
  static const std::vector<Device> all = [] {
    std::vector<Device> devices;
#ifndef __EMSCRIPTEN__
    devices.push_back(played_card());
#endif
    if (const session::OpenedCard card = session::open_card("float32"); card.problem.empty())
      devices.push_back(card.device);
    return devices;
  }();
  return all;
}

}  // namespace heed::test
