/* What a program in C sees of Heed: a model is opened, asked, and closed; what fails says why. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heed.h"

static void expect(int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "not so: %s (%s)\n", what, heed_error());
  exit(1);
}

/* A command whose value is nested 200,000 times is refused, also within what looks like a command. */
static void expect_depth_refused(heed_model* model, const char* begin) {
  enum { kDepth = 200000 };
  const size_t first = strlen(begin);
  char* deep = malloc(first + kDepth + 1);
  memcpy(deep, begin, first);
  memset(deep + first, '[', kDepth);
  deep[first + kDepth] = '\0';
  expect(heed_ask(model, deep) == NULL && strstr(heed_error(), "[ask]") == heed_error(), "too deep");
  expect(heed_open("/nowhere", deep) == NULL && heed_train(deep, NULL, NULL) == NULL, "too deep");
  free(deep);
}

int main(int count, char** given) {
  expect(count == 2 && heed_abi() == HEED_ABI, "the header is the library's");
  expect(strchr(heed_version(), '.') != NULL, "a version");
  expect(heed_open("/nowhere", NULL) == NULL && strstr(heed_error(), "[/nowhere]") == heed_error(),
         "no folder");
  expect(heed_open(given[1], "{nonsense") == NULL && strstr(heed_error(), "[open]") != NULL, "no options");
  expect(heed_open(NULL, NULL) == NULL, "null");

  heed_model* model = heed_open(given[1], "{\"threads\": 1}");
  expect(model != NULL, "a model opens");
  heed_reply* info = heed_info(model);
  expect(info != NULL && strstr(heed_reply_text(info, NULL), "\"request\"") != NULL, "its classes");
  heed_reply_free(info);

  heed_reply* said =
      heed_ask(model, "{\"command\": \"analyse\", \"text\": \"Please call me.\", \"most_weights\": 1000}");
  expect(said != NULL && heed_reply_tensors(said) == 1, "an analysis with its map");
  size_t size = 0;
  const float* weights = heed_reply_tensor(said, 0, &size);
  expect(size == 16, "four words by four");
  for (int row = 0; row < 4; ++row) {
    float sum = 0;
    for (int key = 0; key < 4; ++key) sum += weights[4 * row + key];
    expect(sum > 0.9999F && sum < 1.0001F, "rows sum to 1");
  }
  expect(heed_reply_tensor(said, 1, &size) == NULL && size == 0, "no other tensor");
  heed_reply_free(said);
  expect(heed_ask(model, "{\"command\": \"dance\"}") == NULL && strstr(heed_error(), "dance") != NULL,
         "no such command");
  expect(heed_ask(model, "[]") == NULL && heed_ask(NULL, "{}") == NULL, "no command");
  expect(heed_ask(model, "{\"command\": \"analyse\", \"text\": null}") == NULL &&
             strcmp(heed_error(), "[analyse] \"text\" is null: expected text.") == 0,
         "no text");
  expect(heed_ask(model, "{\"command\": 3}") == NULL && strstr(heed_error(), "json") == NULL, "no name");
  expect(heed_open(given[1], "{\"threads\": \"two\"}") == NULL && strstr(heed_error(), "json") == NULL,
         "no number");
  expect(strcmp(heed_reply_text(NULL, NULL), "") == 0 && heed_reply_tensors(NULL) == 0 &&
             heed_reply_tensor(NULL, 0, NULL) == NULL,
         "no reply");
  expect_depth_refused(model, "");
  expect_depth_refused(model, "{\"command\": \"analyse\", \"text\": ");
  const char* gone[] = {NULL};
  expect(heed_predict(model, gone, NULL, 1) == NULL && strstr(heed_error(), "text 0 is null") != NULL,
         "a text that is null");

  const char* texts[] = {"Please call me.", "We had lunch.", "a\0b"};
  const size_t sizes[] = {15, 13, 3};
  heed_reply* many = heed_predict(model, texts, sizes, 3);
  expect(many != NULL && heed_reply_tensors(many) == 4, "many texts");
  const float* shares = heed_reply_tensor(many, 0, &size);
  expect(size == 6 && shares[1] > 0.5F && shares[2] > 0.5F, "a request, and none");
  heed_reply_free(many);
  heed_reply* none = heed_predict(model, NULL, NULL, 0);
  expect(none != NULL, "no texts");
  heed_reply_free(none);

  heed_reply* page = heed_html(model, texts, sizes, 2);
  expect(page != NULL && strstr(heed_reply_text(page, &size), "<!doctype html>") != NULL && size > 10000,
         "a page");
  heed_reply_free(page);
  expect(heed_html(model, texts, sizes, 0) == NULL, "no page of nothing");
  expect(heed_train("{}", NULL, NULL) == NULL && strstr(heed_error(), "recipe") != NULL, "nothing to train");
  heed_reply_free(NULL);
  heed_close(model);
  heed_close(NULL);
  puts("all so");
  return 0;
}
