// One description of the values of a struct: from it they are read and written as JSON
// (format/fields_json.h), listed for --set, --help and `heed describe`, and laid out as a form. What a value
// is without anybody saying so is what the struct's own initialiser says.
//
//   const Fields<ScheduleOptions>& schedule_fields() {
//     static const auto fields = Fields<ScheduleOptions>()
//         .choice("name", &ScheduleOptions::name, {"constant", "linear"}, "How the rate changes.")
//         .number("every", &ScheduleOptions::every, {1, 1000000}, "Epochs between two falls.");
//     return fields;
//   }
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace heed {

// What a number may be. Without `above` and `below` the ends are allowed themselves.
struct Bounds {
  double minimum = 0, maximum = 0;
  bool above = false, below = false;  // more than the minimum, less than the maximum

  bool hold(double value) const {
    return (above ? value > minimum : value >= minimum) && (below ? value < maximum : value <= maximum);
  }
  double clamped(double value) const;  // the nearest that a form offers
  std::string words() const;           // "1 to 64", "0 or more and less than 1"
};
inline constexpr Bounds kShare{0, 1, false, true};  // 0 or more and less than 1

struct FieldForm;  // format/fields_json.h

struct Field {
  enum class Kind { kWhole, kReal, kFlag, kChoice, kText, kNames, kOpen };
  // Type of the member; kNone: its form reads it, or its owner does where the value is open.
  enum class Type { kNone, kInt32, kInt64, kUint64, kDouble, kBool, kString };

  std::string key;  // dotted where objects are nested: "optimizer.rate"
  Kind kind = Kind::kOpen;
  Type type = Type::kNone;
  bool nullable = false;             // the member is a std::optional: null is none
  bool required = false;             // an object without it is an Error
  Bounds bounds;                     // of numbers
  std::vector<std::string> choices;  // of kChoice; "" is none
  std::string meaning;               // one sentence
  ptrdiff_t offset = 0;              // of the member in the struct
  const FieldForm* form = nullptr;   // how it is written, where that is no plain value
  const char* task = nullptr;        // of a recipe's: the tasks that read it, "a, b"; null: any

  bool is_for(const std::string& name) const;  // a task
  bool is_number() const { return kind == Kind::kWhole || kind == Kind::kReal; }
};

// The fields of some struct, whose type those who read and write need not know.
struct FieldList {
  std::vector<Field> all;
  std::vector<std::string> optional_groups;  // keys of nested objects that may be null: what they begin with
  std::shared_ptr<const void> defaults;      // a struct as its initialiser makes it

  const Field* find(const std::string& key) const;
  bool is_group(const std::string& key) const;  // fields lie below it
  bool is_optional_group(const std::string& key) const;
};

template <class S>
class Fields : public FieldList {
 public:
  Fields() { defaults = std::make_shared<const S>(); }

  template <class M>
  Fields& number(const char* key, M S::*member, const Bounds& bounds, const char* meaning) {
    Field& field = add(key, member, meaning);
    field.kind = std::is_same_v<Bare<M>, double> ? Field::Kind::kReal : Field::Kind::kWhole;
    field.bounds = bounds;
    return *this;
  }
  // A number of a struct within the struct.
  template <class P, class M>
  Fields& number(const char* key, P S::*part, M P::*member, const Bounds& bounds, const char* meaning) {
    number(key, part, {}, meaning);
    const P& inner = static_cast<const S*>(defaults.get())->*part;
    Field& field = all.back();
    field.type = type_of<M>();
    field.nullable = !std::is_same_v<M, Bare<M>>;
    field.kind = std::is_same_v<Bare<M>, double> ? Field::Kind::kReal : Field::Kind::kWhole;
    field.bounds = bounds;
    field.offset += reinterpret_cast<const char*>(&(inner.*member)) - reinterpret_cast<const char*>(&inner);
    return *this;
  }
  template <class M>
  Fields& flag(const char* key, M S::*member, const char* meaning) {
    static_assert(std::is_same_v<Bare<M>, bool>);
    add(key, member, meaning).kind = Field::Kind::kFlag;
    return *this;
  }
  Fields& choice(const char* key, std::string S::*member, std::vector<std::string> choices,
                 const char* meaning) {
    Field& field = add(key, member, meaning);
    field.kind = Field::Kind::kChoice;
    field.choices = std::move(choices);
    return *this;
  }
  template <class M>
  Fields& text(const char* key, M S::*member, const char* meaning) {
    static_assert(std::is_same_v<Bare<M>, std::string>);
    add(key, member, meaning).kind = Field::Kind::kText;
    return *this;
  }
  // A value with a form of its own.
  template <class M>
  Fields& formed(const char* key, M S::*member, Field::Kind kind, const FieldForm& form,
                 const char* meaning) {
    Field& field = add(key, member, meaning);
    field.type = Field::Type::kNone;
    field.kind = kind;
    field.form = &form;
    return *this;
  }
  // Any JSON: the list says what it means, its owner reads it.
  Fields& open(const char* key, const char* meaning) {
    all.push_back({});
    all.back().key = key;
    all.back().meaning = meaning;
    return *this;
  }
  // The last one must be there.
  Fields& required() {
    all.back().required = true;
    return *this;
  }

  // The last one, of a recipe, is read by these tasks alone: "a, b".
  Fields& only_for(const char* tasks) {
    all.back().task = tasks;
    return *this;
  }

  // A struct within the struct: an object within the object, or beside the others where the key is "".
  template <class P>
  Fields& part(const std::string& key, P S::*member, const Fields<P>& fields) {
    for (Field field : fields.all) {
      if (!key.empty()) field.key = key + "." + field.key;
      field.offset += offset(member);
      all.push_back(std::move(field));
    }
    for (const std::string& group : fields.optional_groups)
      optional_groups.push_back(key.empty() ? group : key + "." + group);
    return *this;
  }
  // The same, where null says that there is none.
  template <class P>
  Fields& optional_part(const std::string& key, P S::*member, const Fields<P>& fields) {
    optional_groups.push_back(key);
    return part(key, member, fields);
  }

 private:
  template <class M>
  struct Inner {
    using type = M;
  };
  template <class M>
  struct Inner<std::optional<M>> {
    using type = M;
  };
  template <class M>
  using Bare = typename Inner<M>::type;

  template <class M>
  static constexpr Field::Type type_of() {
    using T = Bare<M>;
    if constexpr (std::is_same_v<T, double>) return Field::Type::kDouble;
    if constexpr (std::is_same_v<T, bool>) return Field::Type::kBool;
    if constexpr (std::is_same_v<T, std::string>) return Field::Type::kString;
    if constexpr (std::is_integral_v<T> && sizeof(T) == 4) return Field::Type::kInt32;
    if constexpr (std::is_integral_v<T> && std::is_unsigned_v<T>) return Field::Type::kUint64;
    return Field::Type::kInt64;
  }

  template <class M>
  ptrdiff_t offset(M S::*member) const {
    const S& s = *static_cast<const S*>(defaults.get());
    return reinterpret_cast<const char*>(&(s.*member)) - reinterpret_cast<const char*>(&s);
  }

  template <class M>
  Field& add(const char* key, M S::*member, const char* meaning) {
    all.push_back({});
    Field& field = all.back();
    field.key = key;
    field.type = type_of<M>();
    field.nullable = !std::is_same_v<M, Bare<M>>;
    field.meaning = meaning;
    field.offset = offset(member);
    return field;
  }
};

}  // namespace heed
