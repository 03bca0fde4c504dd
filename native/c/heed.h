/* Heed for programs in C and languages that call C: open a model folder, send it commands as JSON, train.
 *
 * Text is UTF-8. The caller owns returned objects and frees them with the function named beside them;
 * arguments are only read. A function that fails returns null (or -1), and heed_error() returns the reason.
 * One thread at a time may use a model; different threads may use different models. No function writes to
 * standard output.
 *
 *     heed_model* model = heed_open("assets/models/enron-request", NULL);
 *     heed_reply* reply = heed_ask(model, "{\"command\": \"analyse\", \"text\": \"Please call me.\"}");
 *     puts(reply ? heed_reply_text(reply, NULL) : heed_error());
 *     heed_reply_free(reply);
 *     heed_close(model);
 */
#ifndef HEED_H
#define HEED_H

#include <stddef.h>

#if defined(HEED_STATIC)
#define HEED_API
#else
#define HEED_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* This number grows when a function changes its meaning or goes, but not when one is added. */
#define HEED_ABI 1
HEED_API int heed_abi(void);
/* "0.1.0" */
HEED_API const char* heed_version(void);

/* The reason for the last failure in this thread: "[op] what is wrong, and what to do". The text is valid
 * until the next failure. */
HEED_API const char* heed_error(void);

/* --- Replies: a text and tensors of floats --- */

/* A null reply has the text "" and no tensor. */
typedef struct heed_reply heed_reply;
/* JSON, or HTML from heed_html(). The text ends in a zero byte, which `size` does not count; `size` may be
 * null. */
HEED_API const char* heed_reply_text(const heed_reply* reply, size_t* size);
HEED_API size_t heed_reply_tensors(const heed_reply* reply);
/* Tensor `i` with its number of floats, valid as long as the reply; null if there is none. */
HEED_API const float* heed_reply_tensor(const heed_reply* reply, size_t i, size_t* size);
HEED_API void heed_reply_free(heed_reply* reply); /* null is fine */

/* --- Models --- */

typedef struct heed_model heed_model;
/* Opens a model folder of Heed, or one in the layout of the Hugging Face library. `options`: null, or
 * {"threads": 0 for all processors, "int8": true for 8-bit weights, "device": "cpu" or "cuda"}. */
HEED_API heed_model* heed_open(const char* folder, const char* options);
HEED_API void heed_close(heed_model* model); /* null is fine */

/* Sends a command about the model: {"command": "analyse", "text": …, "most_weights": the most attention
 * weights to send along}, "map", "explain", "fill-mask", "embed", "tokenize", "faithfulness", "experiment",
 * "describe-model". `heed describe --json` lists their keys; leave out "model". The tensors of an analysis
 * are its maps in order, [H, T, S]; other keys of a reply name their tensor by number. */
HEED_API heed_reply* heed_ask(heed_model* model, const char* command);
/* Describes the model: {"architecture", "parameters", "layers", "heads", "classes", "vocabulary", "bytes",
 * and "mask" if it has a mask token} */
HEED_API heed_reply* heed_info(heed_model* model);
/* Predicts many texts at once: {"labels"} and four tensors. The first has probabilities [count, labels], or
 * the values of a regression model. The others count for each text the tokens read, the unknown ones among
 * them, and those cut off. The row of a text without tokens is NaN. */
HEED_API heed_reply* heed_predict(heed_model* model, const char* const* texts, const size_t* sizes,
                                  size_t count);
/* Makes one HTML page of the texts, which needs no other file. */
HEED_API heed_reply* heed_html(heed_model* model, const char* const* texts, const size_t* sizes,
                               size_t count);

/* --- Training --- */

/* Trains a model. `options`: {"recipe": a file or a name, "out": a folder, "data": [files or folders],
 * "epochs", "seed", "set": ["training.optimizer.rate=1e-3"], "from", "threads", "device"}. `progress` may be
 * null. It is called after steps with {"epoch", "epochs", "step", "steps", "loss", "accuracy",
 * "seconds_left", "epoch_ended", "validation"}; a nonzero result stops the run, which still writes its model.
 * The reply is the last line that `heed train --json` prints. */
typedef int (*heed_progress)(const char* progress, void* user);
HEED_API heed_reply* heed_train(const char* options, heed_progress progress, void* user);

#ifdef __cplusplus
}
#endif

#endif
