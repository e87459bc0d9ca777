import { monthAbbreviations } from './month-names.ts';

/**
 * Abbreviations after which a sentence goes on although a capital letter or a figure follows: those that stand before
 * something. One that may also end a sentence, such as "etc.", is not in the list, because a capital letter decides
 * there.
 */
const lists = {
  en: `e.g i.e approx vs cf no nos dr mr mrs ms messrs prof rev hon st mt inc ltd co corp bros dept fig figs est max min p pp
    vol ed eds ch sec art para jr sr gen col lt sgt u.s u.k ph.d al`,
  de: `z.b d.h u.a o.ä i.d.r u.u v.a bzw ca dr prof hr fr frl dipl ing nr abs abschn abb tab kap bd art s st str inkl exkl zzgl
    ggf ggfs evtl vgl bspw sog insb insbes max mind min mio mrd tsd t geb gest rd rund jhd jh std mag fa fam kfm techn wiss
    allg öff ehem gem lt i.v i.a z.t s.o s.u m.e a.d vorr vorauss durchschn ø ges betr bez entspr`,
  fr: `p.ex m mm mme mmes mlle mlles dr pr me mes st ste cf env n no nos p pp art al chap fig tab vol éd av bd boul s.a c.-à-d
    max min réf tél adr hab mio mrd c.a h.t i.e`,
  es: `p.ej ej sr sra sres sras srta dr dra d dña ud uds vd prof lic ing arq núm núms nº art arts cap fig pág págs p pp vol ed
    av avda c ctra s.a s.l aprox máx mín tel ee uu cía gral dpto depto apdo mill`,
};
const known = new Set(
  Object.values(lists)
    .flatMap((list) => list.split(/\s+/))
    .concat(monthAbbreviations),
);
const lastWord =
  /(?:^|[\s("“„«‘\u00a0\u202f[/–-])((?:\p{L}[\p{L}\p{M}-]*\.[ \u00a0\u202f]?){0,3}\p{L}[\p{L}\p{M}-]*)\.$/u;

/** Returns true for a text that ends with an abbreviation or an initial and its full stop, such as "z. B." or "Dr.". */
export function endsWithAbbreviation(text: string): boolean {
  const word = lastWord.exec(text.slice(-32))?.[1];
  if (word === undefined) return false;
  const last = word.split(/\.[ \u00a0\u202f]?/).at(-1) ?? '';
  // A letter after a number is a unit: 2,9 M.
  if (/^\p{L}$/u.test(last)) return !/\d[ \u00a0\u202f]?\p{L}\.$/u.test(text);
  return isKnown(word) || isKnown(last);
}

const isKnown = (word: string): boolean => known.has(word.replace(/[ \u00a0\u202f]/g, '').toLowerCase());
