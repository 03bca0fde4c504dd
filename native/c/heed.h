/* Heed for programs in C, and for whatever calls C: models opened from a folder, asked by commands of JSON,
 * trained.
 *
 * Text is UTF-8. What a function gives back is the caller's, to be freed as said; what it is given it only
 * reads. Null (or -1) means that it failed: heed_error() says why. A model may be used by one thread at a
 * time; different models by different threads. Nothing here writes to standard output.
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

/* Grows when something here changes its meaning or goes; not when something is added. */
#define HEED_ABI 1
HEED_API int heed_abi(void);
/* "0.1.0" */
HEED_API const char* heed_version(void);

/* Why the last call of this thread failed: "[op] what is wrong, and what to do". Stands until the next one
 * fails. */
HEED_API const char* heed_error(void);

/* --- Replies: text, and floats beside it
 * -------------------------------------------------------------------- */

/* The text of a reply that is null is "", and it has no tensor. */
typedef struct heed_reply heed_reply;
/* JSON, but of heed_html(); ends in a zero byte that `size`, where it is not null, does not count. */
HEED_API const char* heed_reply_text(const heed_reply* reply, size_t* size);
HEED_API size_t heed_reply_tensors(const heed_reply* reply);
/* Stands as long as the reply. Null where there is no tensor `i`. */
HEED_API const float* heed_reply_tensor(const heed_reply* reply, size_t i, size_t* size);
HEED_API void heed_reply_free(heed_reply* reply); /* null is fine */

/* --- Models
 * ------------------------------------------------------------------------------------------------- */

typedef struct heed_model heed_model;
/* A model folder, Heed's or of the library's layout. `options`: null, or {"threads": 0 for all there are,
 * "int8": true for matrices of 8 bits, "device": "cpu" or "cuda"}. */
HEED_API heed_model* heed_open(const char* folder, const char* options);
HEED_API void heed_close(heed_model* model); /* null is fine */

/* One of the commands of `heed describe --json` that ask a model, without its number: {"command": "analyse",
 * "text": …, "most_weights": how many attention weights may come along}, "map", "explain", "fill-mask",
 * "embed", "tokenize", "faithfulness", "experiment", "describe-model". A tensor belongs to the key that says
 * its number, or is of an analysis's map of the same place, [H, T, S]. */
HEED_API heed_reply* heed_ask(heed_model* model, const char* command);
/* {"architecture", "parameters", "layers", "heads", "classes", "vocabulary", "bytes", "mask" where it has
 * one} */
HEED_API heed_reply* heed_info(heed_model* model);
/* A classifier reads many texts at once: {"labels"}; tensors: probabilities [count, labels], or the values of
 * a model for regression, then of each text the tokens that were read, those that the vocabulary does not
 * have, and those left out behind them. A text of which no token is read has no answer: its row is NaN. */
HEED_API heed_reply* heed_predict(heed_model* model, const char* const* texts, const size_t* sizes,
                                  size_t count);
/* Texts as one page that needs nothing else: its text is HTML. */
HEED_API heed_reply* heed_html(heed_model* model, const char* const* texts, const size_t* sizes,
                               size_t count);

/* --- Training
 * ----------------------------------------------------------------------------------------------- */

/* `options`: {"recipe": a file or a name, "out": a folder, "data": [files or folders], "epochs", "seed",
 * "set":
 * ["training.optimizer.rate=1e-3"], "from", "threads", "device"}. `progress`, where it is not null, is called
 * after steps with {"epoch", "epochs", "step", "steps", "loss", "accuracy", "seconds_left", "epoch_ended",
 * "validation"}; nonzero from it stops the run, which still writes its model. The reply is what `heed train
 * --json` ends with. */
typedef int (*heed_progress)(const char* progress, void* user);
HEED_API heed_reply* heed_train(const char* options, heed_progress progress, void* user);

#ifdef __cplusplus
}
#endif

#endif
