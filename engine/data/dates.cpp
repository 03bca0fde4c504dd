#include "engine/data/dates.h"

#include <array>

namespace heed {
namespace {

using OfMonths = std::array<const char*, 12>;

// A pattern's letters: d day, D day with two digits, o "14th", w "fourteenth", m month's number, M with two
// digits, n its name, s its short name, y year, Y its last two digits, a the day of the week.
struct Language {
  OfMonths months, shorts;
  std::array<const char*, 7> days;  // from Sunday
  std::vector<const char*> patterns;
};

const std::vector<Language>& languages() {
  static const std::vector<Language> all = {
      {{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December"},
       {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"},
       {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
       {"n d, y", "d n y", "n o, y", "o of n, y", "s d y", "s. d, y", "d s y", "a, n d, y", "a, d n y",
        "m/d/y", "M/D/Y", "the w of n, y", "n w, y", "y, n d", "o n 'Y"}},
      {{"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
        "November", "Dezember"},
       {"Jan.", "Feb.", "Mär.", "Apr.", "Mai", "Jun.", "Jul.", "Aug.", "Sep.", "Okt.", "Nov.", "Dez."},
       {"Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"},
       {"d. n y", "d. s y", "a, d. n y", "a, den d. n y", "am d. n y", "d.m.y", "D.M.y", "d.m.Y"}},
      {{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
        "novembre", "décembre"},
       {"janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."},
       {"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"},
       {"d n y", "le d n y", "a d n y", "le a d n y", "d s y"}},
      {{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
        "noviembre", "diciembre"},
       {"ene.", "feb.", "mar.", "abr.", "may.", "jun.", "jul.", "ago.", "sept.", "oct.", "nov.", "dic."},
       {"domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"},
       {"d de n de y", "el d de n de y", "a, d de n de y", "d s y"}},
      {{"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre",
        "ottobre", "novembre", "dicembre"},
       {"gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic"},
       {"domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato"},
       {"d n y", "il d n y", "a d n y", "d s y"}},
      {{"januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober",
        "november", "december"},
       {"jan.", "feb.", "mrt.", "apr.", "mei", "jun.", "jul.", "aug.", "sep.", "okt.", "nov.", "dec."},
       {"zondag", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag"},
       {"d n y", "a d n y", "op d n y", "d s y"}}};
  return all;
}

const char* ordinal_word(int day) {
  static const std::array<const char*, 31> all = {
      "first",        "second",       "third",          "fourth",        "fifth",        "sixth",
      "seventh",      "eighth",       "ninth",          "tenth",         "eleventh",     "twelfth",
      "thirteenth",   "fourteenth",   "fifteenth",      "sixteenth",     "seventeenth",  "eighteenth",
      "nineteenth",   "twentieth",    "twenty-first",   "twenty-second", "twenty-third", "twenty-fourth",
      "twenty-fifth", "twenty-sixth", "twenty-seventh", "twenty-eighth", "twenty-ninth", "thirtieth",
      "thirty-first"};
  return all[static_cast<size_t>(day - 1)];
}

std::string ordinal(int day) {
  const char* ends[] = {"th", "st", "nd", "rd"};
  const int last = day / 10 == 1 || day % 10 > 3 ? 0 : day % 10;
  return std::to_string(day) + ends[last];
}

std::string two_digits(int n) {
  return (n < 10 ? "0" : "") + std::to_string(n);
}

int days_in(int year, int month) {
  const std::array<int, 12> days = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return days[static_cast<size_t>(month - 1)] + (month == 2 && leap ? 1 : 0);
}

// From Sunday (Sakamoto 1992).
int day_of_week(int year, int month, int day) {
  const std::array<int, 12> shift = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
  const int y = year - (month < 3 ? 1 : 0);
  return (y + y / 4 - y / 100 + y / 400 + shift[static_cast<size_t>(month - 1)] + day) % 7;
}

struct Day {
  int year, month, day;
};

std::string part_of(char letter, const Language& in, const Day& d) {
  const auto month = static_cast<size_t>(d.month - 1);
  switch (letter) {
    case 'd':
      return std::to_string(d.day);
    case 'D':
      return two_digits(d.day);
    case 'o':
      return ordinal(d.day);
    case 'w':
      return ordinal_word(d.day);
    case 'm':
      return std::to_string(d.month);
    case 'M':
      return two_digits(d.month);
    case 'n':
      return in.months[month];
    case 's':
      return in.shorts[month];
    case 'y':
      return std::to_string(d.year);
    case 'Y':
      return two_digits(d.year % 100);
    case 'a':
      return in.days[static_cast<size_t>(day_of_week(d.year, d.month, d.day))];
    default:
      return {letter};
  }
}

// Letters of a pattern stand alone; words like "of" are kept.
std::string written(const std::string& pattern, const Language& in, const Day& day) {
  const auto is_letter = [&](size_t i) {
    return i < pattern.size() && ((pattern[i] | 32) >= 'a' && (pattern[i] | 32) <= 'z');
  };
  std::string text;
  for (size_t i = 0; i < pattern.size(); ++i) {
    const bool alone = is_letter(i) && !is_letter(i + 1) && (i == 0 || !is_letter(i - 1));
    text += alone ? part_of(pattern[i], in, day) : std::string(1, pattern[i]);
  }
  return text;
}

std::string in_lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return text;
}

}  // namespace

TextPair written_date(Random& random) {
  const auto below = [&](int n) { return static_cast<int>(random.below(static_cast<size_t>(n))); };
  const Language& in = languages()[static_cast<size_t>(
      random.below(2) == 0 ? 0 : below(static_cast<int>(languages().size())))];
  const std::string pattern = in.patterns[random.below(in.patterns.size())];
  const bool short_year = pattern.find('Y') != std::string::npos;
  Day day{};
  day.year = short_year ? 1930 + below(100) : 1900 + below(200);
  day.month = 1 + below(12);
  day.day = 1 + below(days_in(day.year, day.month));
  std::string text = written(pattern, in, day);
  if (random.below(5) == 0) text = in_lower_case(text);
  return {text, std::to_string(day.year) + "-" + two_digits(day.month) + "-" + two_digits(day.day)};
}

}  // namespace heed
