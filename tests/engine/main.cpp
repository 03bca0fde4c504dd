// Compiled once: Catch2 version 2 keeps its runner in the header.
#define CATCH_CONFIG_RUNNER
#include "tests/engine/catch.h"

int main(int argc, char** argv) {
  return Catch::Session().run(argc, argv);
}
