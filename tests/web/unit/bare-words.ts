// Texts of the page's sources that look like words for people and have no id.
import { isName, isRead, type Node } from '../../../web/vite/read-by-people.mts';
import { childrenOf, Source } from '../../../web/vite/syntax.mts';

// Sentences for models, which are the same in every language, and names in the program.
const kNoWords: ReadonlySet<string> = new Set([
  "'Source Sans 3 Variable','Source Sans 3','Segoe UI',system-ui,sans-serif",
  'Please send me the report.',
  'Could you call me?',
  'Rebels and troops clash hours before peace talks begin',
  'The film is good.',
  'A moving film with a weak ending.',
  'We had lunch together.',
  'main {0}',
  'The film is not good.',
  'The acting is wonderful but the plot is weak.',
  'The plot is weak but the acting is wonderful.',
  'not bad at all',
  'It is not a bad film.',
  'Oil prices climb to a new record',
  'Jaguar beats Ferrari in the final race',
  'Jaguar cuts jobs at its car plants',
  'Jaguar',
  'Apple pie wins prize',
  'The final of the talks ended without a winner',
  'Can you send it.',
  'You can send it.',
  'How could you do that?',
  'Send me the report.',
  'Plz snd teh rprt',
  'Thank you for the lovely evening.',
  'The river flows to the sea, and the river bank is green.',
  'Transformer models are powerful.',
  'The old man',
  'the cat sat on the chair',
  'a dog lay on the bed',
  'the cat sat near two chairs',
  'a chair stood in the room',
  'the zzyzx sat on the chair',
  'take over',
  'the dog saw the cat before it ran away',
  'a cat and a dog live in this house',
  'my mother called her sister when she was ill',
  'the sister and the mother are both doctors',
  'The café’s naïve décor looked très unbelievable!',
  'שלום עולם means hello world',
  '你好 world',
  '--from {0} ',
  'praise\twhat a lovely room\ncomplaint\tthe soup was cold',
  'Maria lent Peter her lamp because his was broken',
  'Peter thanked Maria and promised that he would bring her lamp back',
  'the king gave the queen a book because she likes it',
  'she reads the book that he gave her',
  'I absolutely loved the advanced machine learning course!',
  'The film was long, and not one scene of it was worth the wait.',
  'She deposited the cheque at the bank.',
  'Ada Lovelace was born in London in December 1815.',
  'The river flows to the sea.',
  'word by word',
  'what a lovely view, but the bed was awful',
  'the room was not dirty at all',
  'we waited an hour for cold soup',
  'could we have a table near the pool',
  'The old man opened the door and',
  '[mask]',
  '500 {0}px "Source Sans 3 Variable", "Source Sans 3 Further", sans-serif',
]);

const kAttributes = /^(aria-(label|valuetext|roledescription)|title|placeholder|alt|label)$/;
const kProperties: ReadonlySet<string> = new Set(['text', 'label', 'title', 'caption']);
const hasWords = (text: string) => /\p{L}{2}/u.test(text.replaceAll(/&#?\w+;/g, ''));

function textOf(node: Node): string {
  if (node.type !== 'TemplateLiteral') return String(node['value']);
  const parts = (node['quasis'] as Node[]).map((one) => (one['value'] as { cooked: string }).cooked);
  return parts.reduce((text, part, i) => `${text}{${i - 1}}${part}`);
}

// Whether what stands here is shown as it is: in the text of the page, or in an attribute or a property that is.
function isShown(node: Node, parent: Node, { shown, within }: Place): boolean {
  if (parent.type === 'ExpressionTag')
    return (
      within?.type === 'Fragment' ||
      (within?.type === 'Attribute' && kAttributes.test(within['name'] as string))
    );
  if (parent.type === 'Property')
    return node === parent['value'] && kProperties.has((parent['key'] as Node)['name'] as string);
  if (parent.type === 'ConditionalExpression') return shown && node !== parent['test'];
  return parent.type === 'LogicalExpression' && shown;
}

interface Place {
  readonly within: Node | null;
  readonly shown: boolean;
}

function* inPrograms(node: Node, parent: Node | null, shown = false): Generator<string> {
  const place = { within: parent, shown };
  if (node.type === 'Attribute') return yield* inAttribute(node, parent?.type === 'Component');
  if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(node.type)) return;
  if (node.type === 'Text' && parent?.type === 'Fragment' && hasWords(node['data'] as string))
    yield node['data'] as string;
  const isText =
    node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node['value'] === 'string');
  const isWords = shown ? hasWords : isRead;
  if (isText && !isName(node, parent) && isWords(textOf(node))) yield textOf(node);
  for (const child of childrenOf(node)) yield* inPrograms(child, node, isShown(child, node, place));
}

// A component may take names.
function* inAttribute(node: Node, ofComponent: boolean): Generator<string> {
  const isWords = ofComponent ? isRead : hasWords;
  for (const child of childrenOf(node))
    if (child.type !== 'Text') yield* inPrograms(child, node);
    else if (kAttributes.test(node['name'] as string) && isWords(child['data'] as string))
      yield child['data'] as string;
}

export function bareWords(code: string, isSvelte: boolean): string[] {
  const { programs, markup } = new Source(code, isSvelte);
  const all = [...programs, ...(markup ? [markup] : [])].flatMap((one) => [...inPrograms(one, null)]);
  return all.filter((text) => !kNoWords.has(text.trim() || text) && !kNoWords.has(text));
}
