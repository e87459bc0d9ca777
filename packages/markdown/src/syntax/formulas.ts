import type { Extension as TreeExtension } from 'mdast-util-from-markdown';
import type {
  Code,
  Construct,
  Effects,
  Extension,
  State,
  TokenizeContext,
} from 'micromark-util-types';
import { isFormulaCommand, writeFormula } from './formula-text.ts';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    formula: 'formula';
    formulaData: 'formulaData';
    formulaBlock: 'formulaBlock';
  }
}

declare module 'mdast' {
  interface CodeData {
    isFormula?: boolean;
  }
  interface InlineCodeData {
    isFormula?: boolean;
  }
  interface TextData {
    /** True for a formula: the text is what a reader sees, the source is LaTeX. */
    isFormula?: boolean;
  }
}

const dollar = 36;
const backslash = 92;
const space = 32;
/** Longer texts between two signs are no formula. */
const longestFormula = 2_000;

const command = /\\([a-zA-Z]+)/g;
/** Two words in a row, which formulas have only as text of a command. */
const prose = /(?:^|[^\p{L}\\])\p{L}{2,}\s+\p{L}{2,}/u;
const script = /[\p{L}\p{N})\]}|]\s?(?:\^|_(?=[{\p{L}\d\\]))/u;
const relation = /[=<>\ufdd7+*/|()[\]±≤≥≈·×-]/u;

/**
 * Tells whether the text between two signs is a formula, and not what stands between two amounts of
 * money. `isLoose` asks for more than letters and signs of calculation.
 */
export function isFormula(text: string, isLoose = false): boolean {
  const inner = text.trim();
  const names = [...inner.matchAll(command)].map(([, name = '']) => name);
  if (names.some(isFormulaCommand)) return true;
  if (prose.test(inner)) return false;
  if (script.test(inner)) return true;
  if (!/\p{L}/u.test(inner) || /\p{L}{4,}/u.test(inner)) return false;
  const beginsWithNumber = /^[\d.,]/.test(inner);
  if (isLoose || beginsWithNumber) return /[=<>≤≥≈]/u.test(inner);
  return relation.test(inner) || /^\p{L}{1,2}['′]?$/u.test(inner);
}

/** Consumes the characters of a formula, whose lines are tokens of their own. */
function readCharacters(effects: Effects) {
  let isOpen = false;
  const leave = () => {
    if (isOpen) effects.exit('formulaData');
    isOpen = false;
  };
  return {
    consume(code: Code): void {
      if (!isOpen) effects.enter('formulaData');
      isOpen = true;
      effects.consume(code);
    },
    breakLine(code: Code): void {
      leave();
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
    },
    leave,
  };
}

const isLineEnd = (code: Code): boolean => code !== null && code < -2;
/** A letter or digit that belongs to an amount or a name beside a dollar sign: "US$", "$5". */
const belongsToAmount = (code: Code): boolean =>
  code !== null && code >= 0 && /[\p{Script=Latin}\p{N}$]/u.test(String.fromCharCode(code));

interface Signs {
  open: string;
  close: string;
}

/** The signs around a formula in a line of text, those of two characters first. */
const inlineSigns: readonly Signs[] = [
  { open: '$$', close: '$$' },
  { open: '$', close: '$' },
  { open: '\\(', close: '\\)' },
  { open: '\\[', close: '\\]' },
];

/** A formula within a line of text. */
function inlineFormula({ open, close }: Signs): Construct {
  const isMoney = open.startsWith('$');
  return {
    name: 'formula',
    tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
      const { previous } = this;
      const start = this.now();
      const characters = readCharacters(effects);
      let matched = 0;

      const end: State = (code) => {
        const source = this.sliceSerialize({ start, end: this.now() });
        const inner = source.slice(open.length, -close.length);
        if (isMoney && belongsToAmount(code)) return nok(code);
        const isPadded = /^\s/.test(inner) || /\s$/.test(inner);
        if (open === '$' && isPadded && !(/^\s/.test(inner) && /\s$/.test(inner))) return nok(code);
        if (!isFormula(inner, isPadded || !isMoney)) return nok(code);
        characters.leave();
        effects.exit('formula');
        return ok(code);
      };
      const closing: State = (code) => {
        if (matched === close.length) return end(code);
        if (code !== close.charCodeAt(matched)) return isMoney ? nok(code) : inside(code);
        characters.consume(code);
        matched += 1;
        return closing;
      };
      const escaped: State = (code) => {
        if (code === null || code < space) return inside(code);
        characters.consume(code);
        return inside;
      };
      const inside: State = (code) => {
        if (code === null || this.now().offset - start.offset > longestFormula) return nok(code);
        if (isLineEnd(code)) {
          characters.breakLine(code);
          return inside;
        }
        characters.consume(code);
        if (isMoney && code === dollar) {
          matched = 1;
          return closing;
        }
        if (code !== backslash) return inside;
        matched = 1;
        return isMoney ? escaped : closing;
      };
      const opening: State = (code) => {
        if (matched === open.length) {
          return isMoney && code === dollar ? nok(code) : inside(code);
        }
        if (code !== open.charCodeAt(matched)) return nok(code);
        characters.consume(code);
        matched += 1;
        return opening;
      };
      return (code) => {
        if (isMoney && belongsToAmount(previous)) return nok(code);
        effects.enter('formula');
        return opening(code);
      };
    },
  };
}

/** A formula on lines of its own, between lines that begin and end with the signs. */
function blockFormula({ open, close }: Signs): Construct {
  return {
    name: 'formulaBlock',
    tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
      const start = this.now();
      const characters = readCharacters(effects);
      let matched = 0;
      let lines = 1;

      const end: State = (code) => {
        if (code === space || code === -2 || code === -1) {
          characters.consume(code);
          return end;
        }
        if ((code !== null && !isLineEnd(code)) || lines === 1) return nok(code);
        characters.leave();
        effects.exit('formulaBlock');
        return ok(code);
      };
      const closing: State = (code) => {
        if (matched === close.length) return end(code);
        if (code !== close.charCodeAt(matched)) return inside(code);
        characters.consume(code);
        matched += 1;
        return closing;
      };
      const nextLine: State = (code) => {
        if (this.parser.lazy[this.now().line] === true) return nok(code);
        // A formula has no blank lines; what follows one is read as blocks of its own.
        if (code === null || isLineEnd(code)) return nok(code);
        lines += 1;
        return inside(code);
      };
      const inside: State = (code) => {
        if (code === null || this.now().offset - start.offset > longestFormula) return nok(code);
        if (isLineEnd(code)) {
          const isBare = this.sliceSerialize({ start, end: this.now() }).trim() === open;
          if (this.interrupt) return isBare ? ok(code) : nok(code);
          characters.breakLine(code);
          return nextLine;
        }
        if (code === close.charCodeAt(0)) {
          matched = 0;
          return closing(code);
        }
        characters.consume(code);
        return inside;
      };
      const opening: State = (code) => {
        if (matched === open.length) return inside(code);
        if (code !== open.charCodeAt(matched)) return nok(code);
        characters.consume(code);
        matched += 1;
        return opening;
      };
      return (code) => {
        effects.enter('formulaBlock');
        return opening(code);
      };
    },
  };
}

const byFirstSign = (make: (signs: Signs) => Construct, signs: readonly Signs[]) => ({
  [dollar]: signs.filter(({ open }) => open.startsWith('$')).map(make),
  [backslash]: signs.filter(({ open }) => open.startsWith('\\')).map(make),
});

/** LaTeX between `$…$`, `$$…$$`, `\(…\)` and `\[…\]`. Amounts of money stay text. */
export const formulaSyntax: Extension = {
  text: byFirstSign(inlineFormula, inlineSigns),
  flow: byFirstSign(
    blockFormula,
    inlineSigns.filter(({ open }) => open === '$$' || open === '\\['),
  ),
};

/** Removes the signs around a formula, and the marks of quotes at the beginnings of its lines. */
const writeSource = (source: string): string =>
  writeFormula(
    source
      .trim()
      .replace(/^(?:\$\$?|\\[([])|(?:\$\$?|\\[)\]])$/g, '')
      .replace(/\n[ \t>]*/g, '\n'),
  );

/**
 * Reads formulas as nodes of code, so that no text beside them joins them. `finishTree` makes them
 * text.
 */
export const formulaTree: TreeExtension = {
  enter: {
    formula(token) {
      this.enter({ type: 'inlineCode', value: '', data: { isFormula: true } }, token);
    },
    formulaBlock(token) {
      this.enter({ type: 'code', value: '', data: { isFormula: true } }, token);
    },
  },
  exit: {
    formula(token) {
      const node = this.stack.at(-1);
      if (node?.type === 'inlineCode') node.value = writeSource(this.sliceSerialize(token));
      this.exit(token);
    },
    formulaBlock(token) {
      const node = this.stack.at(-1);
      if (node?.type === 'code') node.value = writeSource(this.sliceSerialize(token));
      this.exit(token);
    },
  },
};
