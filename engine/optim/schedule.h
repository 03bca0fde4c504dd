// The learning rate over the course of a training. Those that follow the clock are functions of the step:
//
//   constant   α
//   linear     from α to `minimum` at the last step
//   cosine     the same along half a cosine (Loshchilov & Hutter 2017, eq. 5)
//   trapezoid  α, and in the last `fall_epochs` from α to `minimum` (Zhai et al. 2022, §3.5): a run that is
//              given more epochs before it falls is the longer run
//   step       α · factor^⌊epoch / every⌋
//   plateau    by the loss: see plateau.h
//
// all after a linear rise from 0 over the warmup's steps.
#pragma once

#include <cstdint>
#include <string>

namespace heed {

struct ScheduleOptions {
  std::string name = "constant";
  double warmup_epochs = 0;
  bool warmup_from_zero = false;  // step 0 of the warmup is at rate 0, as in Hugging Face's; else the rise
                                  // starts one step later, so that no step is lost
  double minimum = 0;             // lowest rate of linear, cosine, trapezoid and plateau
  double fall_epochs = 1;         // of trapezoid
  double factor = 0.1;            // of step and plateau
  int every = 10;                 // epochs between falls of step
  int patience = 10;              // of plateau: epochs without a better loss that are let pass
  double threshold = 1e-4;        // of plateau: what counts as better, as a share of the best loss
  bool absolute = false;          // … or as a difference from it
  int cooldown = 0;               // of plateau: epochs after a fall that are not judged

  void validate(const std::string& file) const;
};

struct Schedule {
  ScheduleOptions options;
  double rate = 1e-3;  // α
  int64_t steps_per_epoch = 1;
  int64_t steps = 0;  // in all

  // The learning rate of step 0 … steps - 1; of plateau the highest it may have.
  double at(int64_t step) const;
};

}  // namespace heed
