// News topics: a text is named after one of four sections of a newspaper; and a whole training recipe for a recurrent network.
import { percent } from '../text/format.ts';
import { t } from '../text/t.ts';
import { at, type Lesson } from './lesson.ts';
import { numberOf, type Live } from './live.ts';
import { signed, weight } from './numbers.ts';

const read = (text: string, more: Readonly<Record<string, string>> = {}) =>
  at({ model: 'ag-news-topics', text, ...more });
const kTopics = ['World', 'Sports', 'Business', 'Sci/Tech'];
const p = (live: Live, topic: number) => live.probability(kTopics[topic]!);
const largest = (values: readonly number[]) => values.indexOf(Math.max(...values));
const topic = (live: Live) => largest(kTopics.map((_, i) => p(live, i)));

const kOil = 'Oil prices climb to a new record';
const kRace = 'Jaguar beats Ferrari in the final race';
const kJobs = 'Jaguar cuts jobs at its car plants';
const kTalks = 'Rebels and troops clash hours before peace talks begin';
const train = (more: Readonly<Record<string, string>> = {}) =>
  at({ section: 'train', 'train.kind': 'recurrent', ...more });
const accuracy = (live: Live) => numberOf(live.text('[aria-labelledby=train-learned] b.number'));

export const news: Lesson = {
  id: 'news',
  title: t`What is the news about?`,
  about: t`Topics of headlines, and a whole training recipe for a recurrent network with attention.`,
  steps: [
    {
      title: t`Four drawers`,
      say: t`This network puts headlines into four drawers: *World*, *Sports*, *Business*, *Sci/Tech*. It was trained on 62,657 news, with their titles and descriptions. Words, short phrases and parts of words vote; one layer of attention says how much each vote counts.`,
      at: read(kRace),
      ask: {
        asked: t`Where will it put *${kOil}*?`,
        choices: kTopics,
        then: read(kOil),
        right: topic,
        found: (live) =>
          t`*Business* gets ${weight(p(live, 2))}; *oil* alone adds ${signed(live.adds(0))} to it.`,
      },
    },
    {
      title: t`One word, two worlds`,
      say: t`A *jaguar* is an animal, a car and a racing team. A headline is short, so its other words have to decide.`,
      at: read('Jaguar'),
      ask: {
        asked: t`And *${kRace}*?`,
        choices: kTopics,
        then: read(kRace),
        right: topic,
        found: (live) =>
          t`*Sports* gets ${weight(p(live, 1))}, *Business* still ${weight(p(live, 2))}. *jaguar* adds ${signed(live.adds(0))} to *Sports*, *beats* ${signed(live.adds(1))}.`,
      },
    },
    {
      title: t`The same word speaks anew`,
      say: t`A word adds its vote times the attention that it gets. Both may change from sentence to sentence: phrases have votes of their own, and all words share the attention.`,
      at: read(kRace),
      ask: {
        asked: t`In *${kJobs}*, which word adds most to *Business*?`,
        choices: ['jaguar', 'cuts', 'jobs'],
        then: read(kJobs),
        right: (live) => largest([live.adds(0), live.adds(1), live.adds(2)]),
        found: (live) =>
          t`*jaguar* ${signed(live.adds(0))}, *cuts* ${signed(live.adds(1))}, *jobs* ${signed(live.adds(2))}.`,
      },
    },
    {
      title: t`What names have learned`,
      say: t`In the news that this network learned from, *Apple* is nearly always the company that makes computers.`,
      at: read(kJobs),
      ask: {
        asked: t`Where does *Apple pie wins prize* go?`,
        choices: kTopics,
        then: read('Apple pie wins prize'),
        right: topic,
        found: (live) =>
          t`*Sci/Tech* gets ${weight(p(live, 3))}. *Apple* adds ${signed(live.adds(0))} to it and *pie* ${signed(live.adds(1))}: the name outvotes the cake.`,
      },
    },
    {
      title: t`Does this network need its map?`,
      say: t`The map looks sharp: some words get much. To know whether that matters, make all rows even and look at the prediction.`,
      at: read(kTalks),
      ask: {
        asked: t`Under even attention the probability of *World* will`,
        choices: [t`fall far`, t`hardly change`],
        then: read(kTalks, { edits: '0.0.even' }),
        right: (live) => (Math.abs(live.after('World') - p(live, 0)) > 0.1 ? 0 : 1),
        found: (live) =>
          t`From ${weight(p(live, 0))} to ${weight(live.after('World'))}. Topics are in many words at once; a sharp map need not be a needed one.`,
      },
    },
    {
      title: t`A recurrent network with attention`,
      say: t`A recurrent network reads word by word and carries a **state** along. Its last state has to remember everything; attention looks back at all states instead: α = softmax(v·tanh(W h)). Here such a network can be trained, on 480 lines that guests of a hotel might write.`,
      at: train(),
      ask: {
        asked: t`It knows nothing yet, and there are three classes. How often is it right before the first step?`,
        choices: [t`Never`, t`About a third of the time`, t`Half of the time`],
        right: () => 1,
        found: () => t`A guess among three classes that are equally frequent is right a third of the time.`,
      },
    },
    {
      title: t`Training`,
      say: t`One **step** takes a batch of texts, reckons how wrong the network is (the **loss**), and moves every weight a little so that it is less wrong. When all texts were seen, an **epoch** is over. Some texts are held out and never learned from.`,
      at: train({ 'train.set': 'training.epochs=6' }),
      look: '.train-controls',
      task: {
        todo: t`Press *Train* and watch loss, accuracy and the map of the sentence form.`,
        done: (live) => live.count('[aria-labelledby=train-learned] .train-controls') > 0,
        found: (live) =>
          t`The network is right on ${percent(accuracy(live))} of the texts that it never saw.`,
      },
    },
    {
      title: t`The rate`,
      say: t`The **learning rate** says how far a step goes. Too small, and it takes forever; too large, and each step overshoots.`,
      at: train({ 'train.set': 'training.epochs=6' }),
      ask: {
        asked: t`The loss jumps up and down and does not fall. What helps first?`,
        choices: [t`A smaller rate`, t`A larger rate`, t`More epochs`],
        right: () => 0,
        found: () =>
          t`The usual remedy is a rate a third or a tenth as large, or one that falls as training goes on: a schedule.`,
      },
    },
    {
      title: t`Learning by heart`,
      say: t`A network with many weights can learn its texts by heart. Then the loss on the training part goes on falling, while that on the held-out part rises: **overfitting**. Dropout silences random numbers while it learns, early stopping keeps the best epoch.`,
      at: train({ 'train.set': 'training.epochs=6' }),
      ask: {
        asked: t`Which figure says how good the network is?`,
        choices: [t`Accuracy on the training part`, t`Accuracy on what was held out`],
        right: () => 1,
        found: () =>
          t`Only what it never saw can tell, and only if it was not used to choose the settings either. That is what a third part, the test part, is for.`,
      },
    },
    {
      title: t`Your turn`,
      say: t`Back to the headlines.`,
      at: read('The final of the talks ended without a winner'),
      look: 'textarea',
      task: {
        todo: t`*Sports* leads, but with less than half. Change the headline so that *Sports* gets more than half.`,
        done: (live) => p(live, 1) > 0.5,
        found: (live) => t`*Sports* gets ${weight(p(live, 1))}.`,
      },
    },
  ],
};
