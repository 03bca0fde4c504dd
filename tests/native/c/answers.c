/* What the C interface answers, for tests that lay it beside other doors. `answers MODEL ask` reads a command
 * of JSON from each line, and writes a line with its reply, or "[op] what is wrong", a line with the size and
 * the numbers of each tensor, and an empty one. `answers MODEL predict` reads texts with a record separator
 * (0x1e) between them, and writes a line with the probabilities of each, and how many tokens of it were read.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heed.h"

static char* all_of_input(size_t* size) {
  size_t room = 1 << 16;
  char* bytes = malloc(room);
  *size = 0;
  for (size_t got; (got = fread(bytes + *size, 1, room - *size - 1, stdin)) > 0;) {
    *size += got;
    if (*size + 1 == room) bytes = realloc(bytes, room *= 2);
  }
  bytes[*size] = 0;
  return bytes;
}

static void ask(heed_model* model, char* input) {
  for (char* line = strtok(input, "\n"); line != NULL; line = strtok(NULL, "\n")) {
    heed_reply* reply = heed_ask(model, line);
    puts(reply != NULL ? heed_reply_text(reply, NULL) : heed_error());
    for (size_t i = 0, size; i < heed_reply_tensors(reply); ++i) {
      const float* numbers = heed_reply_tensor(reply, i, &size);
      printf("%.0f", (double)size);
      for (size_t k = 0; k < size; ++k) printf(" %.9g", (double)numbers[k]);
      puts("");
    }
    puts("");
    heed_reply_free(reply);
  }
}

static int predict(heed_model* model, char* input, size_t size) {
  size_t count = 1;
  for (size_t i = 0; i < size; ++i) count += input[i] == 0x1e;
  const char** texts = malloc(count * sizeof *texts);
  size_t* sizes = malloc(count * sizeof *sizes);
  for (size_t n = 0, at = 0; n < count; ++n) {
    texts[n] = input + at;
    while (at < size && input[at] != 0x1e) ++at;
    sizes[n] = (size_t)(input + at++ - texts[n]);
  }
  heed_reply* reply = heed_predict(model, texts, sizes, count);
  if (reply == NULL) return fprintf(stderr, "%s\n", heed_error()), 1;
  size_t all;
  const float* numbers = heed_reply_tensor(reply, 0, &all);
  for (size_t n = 0; n < count; ++n) {
    for (size_t c = 0; c < all / count; ++c) printf("%.9g ", (double)numbers[n * (all / count) + c]);
    printf("%.0f\n", (double)heed_reply_tensor(reply, 1, NULL)[n]);
  }
  heed_reply_free(reply);
  free(texts);
  free(sizes);
  return 0;
}

int main(int count, char** given) {
  if (count != 3) return 2;
  heed_model* model = heed_open(given[1], "{\"threads\": 1}");
  if (model == NULL) return fprintf(stderr, "%s\n", heed_error()), 1;
  size_t size;
  char* input = all_of_input(&size);
  int status = 0;
  if (strcmp(given[2], "ask") == 0)
    ask(model, input);
  else
    status = predict(model, input, size);
  free(input);
  heed_close(model);
  return status;
}
