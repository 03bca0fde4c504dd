#include "engine/tensor/shape.h"

#include "tests/engine/catch.h"
#include "tests/engine/message.h"

using namespace heed;
using heed::test::message_of;

TEST_CASE("a shape counts its elements, rows and columns", "[shape]") {
  CHECK(Shape{}.count() == 1);
  CHECK(Shape{}.rows() == 1);
  CHECK(Shape{}.columns() == 1);
  CHECK(Shape{5}.rows() == 1);
  CHECK(Shape{5}.columns() == 5);
  CHECK(Shape{2, 3, 4}.count() == 24);
  CHECK(Shape{2, 3, 4}.rows() == 6);
  CHECK(Shape{2, 3, 4}.columns() == 4);
  CHECK(Shape{0, 3}.count() == 0);
  CHECK(Shape{0, 3}.columns() == 3);
  CHECK(Shape{2, 3, 4}[-1] == 4);
  CHECK(Shape{2, 3, 4}[0] == 2);
}

TEST_CASE("shapes are equal when rank and sizes are", "[shape]") {
  CHECK(Shape{2, 3} == Shape{2, 3});
  CHECK(Shape{2, 3} != Shape{3, 2});
  CHECK(Shape{2} != Shape{2, 0});
  CHECK(Shape{} != Shape{0});
  CHECK((Shape{2, 3, 4}.str()) == "[2, 3, 4]");
  CHECK(Shape{}.str() == "[]");
}

TEST_CASE("a shape that cannot be is refused", "[shape]") {
  CHECK(message_of([] { Shape{1, 1, 1, 1, 1}; }) == "[shape] rank is 5: at most 4 axes are supported.");
  CHECK(message_of([] { Shape{2, -1}; }) == "[shape] size -1 of axis 1: sizes are zero or more.");
}
