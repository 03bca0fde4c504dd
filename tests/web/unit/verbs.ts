// Whether a sentence has a verb, as far as a list can tell. A sentence whose verb is missing here adds it.

const kForms = `
am is are was were be been being has have had having does do did doing done can could will would may might must shall should let lets
began begun begins bought brought built came chose chosen cost cut drew drawn drew fell fallen felt found gave given goes go went gone
grew grown held kept knew known knows laid learnt led left lies lie lost made meant met paid put ran read reads rose said saw seen sent
set sets shown sat spoke stood spent stops stuck taken took taught tells told thought understood won wrote written don doesn isn aren can't
cannot it's
`;

const kVerbs = `
accept act add adjust affect agree allow answer appear apply approve ask assume attend average avoid beat become begin behave belong bind
bound break bring browse build call carry cause change check choose cite clear click close collect color colour combine come compare
compile complete compute connect consist contain continue contribute convert copy count cover create cross decide decode define delete
depend describe detect develop differ disagree display divide do download drag draw drop edit embed enable encode end ensure enter escape
estimate evaluate exceed exist expect explain export express fail fall fetch fill find finish fit fix flip focus follow forget freeze
gain generate get give go grow guess handle happen help hide highlight hold ignore implement import improve include increase influence
insert install interrupt introduce join judge keep know linearise spread inspect label lack last lead learn leave let lie light limit link list load look lose lower
make map mark mask match matter mean measure mention merge miss mix modify move multiply name need normalise note obey occur offer open
order outweigh overlap own parse pack pad pass paste pause pick pin place play point pool precede predict prefer prepare press pretrain prevent
print process produce prove provide publish pull put quantise quantize quote raise rank reach read rebuild recompute record reduce refer
reflect refuse release reload remain remember remove rename repeat replace replay report represent require rerun reset resist resize
respond restart restore restrict resume return reveal rewrite round run sample save say scale score scroll search see seem select send
separate serve set share shift ship show shrink shuffle simulate skip slow sort speak specify split stand start state stay step stop
store stretch style subtract suffer suit sum summarise support suppose swap switch take talk tell test think tie time tokenise train
transform translate treat trust try tune turn type understand undo update upload use vary verify view visit vote wait walk want warn
watch weaken weigh wish work wrap write zoom
cost deposit flow shorten stretch weigh
`;

const listed = (text: string) => text.trim().split(/\s+/);
function forms(verb: string): string[] {
  const stem = verb.replace(/e$/, '');
  const doubled = `${verb}${verb.at(-1)}`;
  const soft = verb.replace(/y$/, 'i');
  return [
    ...[verb, `${verb}s`, `${verb}es`, `${soft}es`],
    ...[`${stem}ed`, `${soft}ed`, `${doubled}ed`],
    ...[`${stem}ing`, `${verb}ing`, `${doubled}ing`],
  ];
}
const kKnown = new Set([...listed(kForms), ...listed(kVerbs).flatMap(forms)]);

export const hasVerb = (words: readonly string[]): boolean =>
  words.some((word) =>
    kKnown.has(
      word
        .toLowerCase()
        .replaceAll(/’/g, "'")
        .replace(/[.,]+$/, ''),
    ),
  );
