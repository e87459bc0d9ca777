import type { Language } from './language.ts';

/** Languages that are recognised because they share many words with the supported ones. */
export type OtherLanguage = 'it' | 'pt' | 'nl' | 'da';

/**
 * The most frequent function words, in lower case. They identify a language better than names and
 * terms.
 */
const lists: Record<Language | OtherLanguage, string> = {
  en: `the of and to in is are was were be been for with that this these those on at by from or not we our you your it its
    as an has have had will would can could should must do does did they their there which who what when where why how
    if into than then also but about after before over under more most any all each per between during without within
    i a so may might need needs wants want us them he she his her such no out up only both whether`,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber nicht ist sind war waren wird werden wurde
    wurden mit von für auf aus bei nach zu zum zur im am in wir sie es ich ihr unser unsere unserer unserem unseren als
    auch wie was wer wo dass kann können soll sollen muss müssen haben hat sich noch nur an um über unter vor durch
    zwischen gegen ohne bis seit pro wenn weil damit sowie beim vom ins man kein keine mehr sehr welche welcher diese
    dieser dieses je ihre ihrer seine jede jeder möchte möchten will wollen braucht brauchen bitte`,
  fr: `le la les un une des du de et ou mais ne pas est sont était dans sur pour par avec nous vous ils elle elles que qui
    quoi ce cette ces son sa ses leur leurs au aux en à il on se plus comme être avoir a ont peut doit faut si sans sous
    entre vers chez depuis notre nos votre vos dont où ainsi afin très comment pourquoi quel quelle quels quelles même
    tout tous toute toutes aussi je veut souhaite`,
  es: `el la los las un una unos unas de del al y o pero no es son en con por para se su sus lo que como más este esta
    estos estas ese esa nos nuestro nuestra nuestros nuestras ha han puede debe hay si sin sobre entre hasta desde muy
    también cuando donde cuál cuáles qué cómo porque según ser está están cada todo todos todas nosotros ya le quiere
    queremos necesitamos`,
  ja: '',
  it: `il lo la i gli le un uno una di del della dei delle degli e o ma non è sono in con per tra fra che chi come più
    nel nella nei al alla ai alle da dal dalla su sul sulla si se anche questo questa questi abbiamo deve può noi
    nostro nostra ogni`,
  pt: `o a os as um uma de do da dos das e ou mas não é são em no na nos nas com por para que se seu sua mais como ao à
    pelo pela foi ser está também nós nosso nossa nossos entre até sobre muito cada`,
  nl: `de het een en of maar niet is zijn was werd worden met van voor op uit bij naar te in wij we ze ik onze als ook hoe
    wat wie waar dat kan moet hebben heeft zich nog aan om over onder door tussen tot geen meer deze dit`,
  da: `og i at det en den til er som på de med han af for ikke der var et har jag vi och att är för om men sig från kan
    skal ska inte eller eit ein ikkje av å`,
};

export const languagesByWord: ReadonlyMap<string, readonly (Language | OtherLanguage)[]> = new Map(
  [
    ...Map.groupBy(
      Object.entries(lists).flatMap(([language, words]) =>
        words
          .split(/\s+/)
          .map((word) => ({ word, language: language as Language | OtherLanguage })),
      ),
      ({ word }) => word,
    ),
  ].map(([word, entries]) => [word, entries.map(({ language }) => language)]),
);
