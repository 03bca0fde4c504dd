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
  about: t`Topics of headlines, and how to train a recurrent network with attention.`,
  steps: [
    {
      title: t`Four drawers`,
      say: t`This network sorts headlines into four drawers: *World*, *Sports*, *Business* and *Sci/Tech*. It was trained on 62,657 news items, each with a title and a description. Words, short phrases and parts of words have votes. One [[layer]] of [[attention]] decides how much each vote counts.`,
      at: read(kRace),
      ask: {
        asked: t`Where will the network put *${kOil}*?`,
        choices: kTopics,
        then: read(kOil),
        right: topic,
        found: (live) =>
          t`*Business* gets ${weight(p(live, 2))}. The word *oil* alone adds ${signed(live.adds(0))} to it.`,
      },
    },
    {
      title: t`One word, two worlds`,
      say: t`A *jaguar* is an animal, a car and a racing team. A headline is short, so its other words have to decide.`,
      at: read('Jaguar'),
      ask: {
        asked: t`Where will the network put *${kRace}*?`,
        choices: kTopics,
        then: read(kRace),
        right: topic,
        found: (live) =>
          t`*Sports* gets ${weight(p(live, 1))}, and *Business* still gets ${weight(p(live, 2))}. *jaguar* adds ${signed(live.adds(0))} to *Sports*, and *beats* adds ${signed(live.adds(1))}.`,
      },
    },
    {
      title: t`The same word counts differently`,
      say: t`A word adds its vote times the [[attention]] that it gets. Both can change from sentence to sentence. Phrases have votes of their own, and all words share the attention.`,
      at: read(kRace),
      ask: {
        asked: t`In *${kJobs}*, which word adds most to *Business*?`,
        choices: ['jaguar', 'cuts', 'jobs'],
        then: read(kJobs),
        right: (live) => largest([live.adds(0), live.adds(1), live.adds(2)]),
        found: (live) =>
          t`*jaguar* adds ${signed(live.adds(0))}, *cuts* adds ${signed(live.adds(1))}, and *jobs* adds ${signed(live.adds(2))}.`,
      },
    },
    {
      title: t`What a name means to the network`,
      say: t`This network learned from news. There, *Apple* is nearly always the company that makes computers.`,
      at: read(kJobs),
      ask: {
        asked: t`Where will the network put *Apple pie wins prize*?`,
        choices: kTopics,
        then: read('Apple pie wins prize'),
        right: topic,
        found: (live) =>
          t`*Sci/Tech* gets ${weight(p(live, 3))}. *Apple* adds ${signed(live.adds(0))} to it, and *pie* adds ${signed(live.adds(1))}. The name outvotes the cake.`,
      },
    },
    {
      title: t`Does this network need its map?`,
      say: t`The [[map]] looks sharp: some words get much. Does this matter? To find out, make all rows even and look at the [[prediction]].`,
      at: read(kTalks),
      ask: {
        asked: t`What will even [[attention]] do to the [[probability]] of *World*?`,
        choices: [t`It will fall far`, t`It will hardly change`],
        then: read(kTalks, { edits: '0.0.even' }),
        right: (live) => (Math.abs(live.after('World') - p(live, 0)) > 0.1 ? 0 : 1),
        found: (live) =>
          t`It goes from ${weight(p(live, 0))} to ${weight(live.after('World'))}. Many words point to the topic at once. A network with a sharp map need not depend on it.`,
      },
    },
    {
      title: t`A recurrent network with attention`,
      say: t`A [[recurrent network]] reads word by word. At each word it has a [[state]]: a [[vector]] of what it has read so far. The last state would have to remember everything. With [[attention]], the network looks back at all states. A small network gives each state h a [[score]], and the [[softmax]] makes [[weights|weight]] of them: α = softmax(v·tanh(W h)). Here you can train such a network, on 480 lines that guests of a hotel might write.`,
      at: train(),
      ask: {
        asked: t`The network knows nothing yet, and there are three [[classes|class]]. How often is it right before training begins?`,
        choices: [t`Never`, t`About a third of the time`, t`Half of the time`],
        right: () => 1,
        found: () =>
          t`There are three classes, and all are equally frequent. A guess is then right a third of the time.`,
      },
    },
    {
      title: t`Training`,
      say: t`A training step takes a [[batch]] of texts and measures how wrong the network is. This number is the [[loss]]. The step then moves all numbers in the network a little, so that the loss falls. Once the network has seen all texts, an [[epoch]] is over. Some texts are held out: the network never learns from them.`,
      at: train({ 'train.set': 'training.epochs=6' }),
      look: '.train-controls',
      task: {
        todo: t`Press *Train*. Watch the loss, the [[accuracy]], and how the [[map]] of the sentence takes shape.`,
        done: (live) => live.count('[aria-labelledby=train-learned] .train-controls') > 0,
        found: (live) =>
          t`The network is right on ${percent(accuracy(live))} of the texts that it never saw.`,
      },
    },
    {
      title: t`The learning rate`,
      say: t`The [[learning rate]] says how far a training step moves the numbers of the network. If it is too small, training takes forever. If it is too large, each step goes too far.`,
      at: train({ 'train.set': 'training.epochs=6' }),
      ask: {
        asked: t`The [[loss]] jumps up and down and does not fall. What helps first?`,
        choices: [t`A smaller learning rate`, t`A larger learning rate`, t`More epochs`],
        right: () => 0,
        found: () =>
          t`First try a third or a tenth of the learning rate. Or use a **schedule**: the rate then falls as training goes on.`,
      },
    },
    {
      title: t`Learning by heart`,
      say: t`A network with many numbers can learn its texts by heart. The [[loss]] on the training part still falls, but the loss on the held-out part rises. This is [[overfitting]]. Two things help. [[Dropout]] turns off random numbers while the network learns. [[Early stopping]] keeps the best [[epoch]].`,
      at: train({ 'train.set': 'training.epochs=6' }),
      ask: {
        asked: t`Which number says how good the network is?`,
        choices: [t`Its accuracy on the training part`, t`Its accuracy on the held-out part`],
        right: () => 1,
        found: () =>
          t`Only texts that the network never saw can tell. And you must not choose the settings with them either. For this reason there is a third part, the test part.`,
      },
    },
    {
      title: t`Your turn`,
      say: t`Now go back to the headlines.`,
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
