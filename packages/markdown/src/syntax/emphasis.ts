import { attention } from 'micromark-core-commonmark';
import { gfm } from 'micromark-extension-gfm';
import type {
  Code,
  Construct,
  Effects,
  Extension,
  State,
  Token,
  TokenizeContext,
} from 'micromark-util-types';

/**
 * Emphasis and strikethrough as authors mean them, where CommonMark and GitHub read too much or too
 * little:
 *
 * - A single tilde is a character ("5~10 days"): only two tildes strike.
 * - A star between letters or digits is a sign of calculation or a part of a word ("2*3*4",
 *   "Leser*innen"), as an underscore is.
 * - Marks act beside Chinese, Japanese and Korean characters, which have no spaces around words,
 *   whatever punctuation stands inside the marks ("**重要：**売上").
 * - Two stars after punctuation end bold text although a letter follows at once ("**Note:**The").
 */
const star = 42;
const tilde = 126;

/** A character of a script without spaces between words, or its punctuation and wide forms. */
const cjk =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3001-\u303f\u30a0-\u30ff\ufe30-\ufe4f\uff01-\uffee\ud840-\ud888]/u;
const word = /[\p{L}\p{N}\p{M}]/u;
const letter = /\p{L}/u;
const digit = /\p{N}/u;
/** Punctuation that ends what stands before it. */
const closing = /[\p{Pe}\p{Pf}.,:;!?%‰"'…°]/u;
/**
 * A star between these ends and beginnings of operands multiplies. A link may end with a bracket.
 */
const factor = /^(?:[\p{L}\p{N}]\(|\p{N}[+−-])$/u;
const product = /^(?:[)\]}][([{\p{N}]|[%‰'′″°][([{\p{L}\p{N}])$/u;

/** The characters around a row of marks; empty at the ends of a text. */
interface MarkSurroundings {
  /** At most two characters before the marks. */
  before: string;
  /** The character behind the marks. */
  after: string;
}

/**
 * Tells whether a row of `size` equal marks can open and close emphasis between these characters.
 */
export function judgeMarks(
  mark: Code,
  size: number,
  { before, after }: MarkSurroundings,
): { opens: boolean; closes: boolean } {
  const previous = before.slice(-1);
  const isSpaced = { before: isSpace(previous), after: isSpace(after) };
  const isCjk = { before: isCjkEnd(before), after: cjk.test(after) };
  const isPunctuation = {
    before: isMark(previous) && !isCjk.before,
    after: isMark(after) && !isCjk.after,
  };
  const isLeft =
    !isSpaced.after &&
    (!isPunctuation.after || isSpaced.before || isPunctuation.before || isCjk.before);
  const isRight =
    !isSpaced.before &&
    (!isPunctuation.before || isSpaced.after || isPunctuation.after || isCjk.after);
  if (mark !== star && mark !== tilde) {
    return {
      opens: isLeft && (!isRight || isMark(previous)),
      closes: isRight && (!isLeft || isMark(after)),
    };
  }
  const isBesideCjk = isCjk.before || isCjk.after;
  const hasDigit = digit.test(previous) || digit.test(after);
  if (mark === star && size === 1) {
    const isInWord = word.test(previous) && word.test(after) && (!isBesideCjk || hasDigit);
    const isFactor = !isCjk.before && factor.test(previous + after);
    return {
      opens: isLeft && !isInWord && !product.test(previous + after),
      closes: isRight && !isInWord && !isFactor,
    };
  }
  const endsWord = size > 1 && closing.test(previous) && !isSpaced.after;
  return {
    opens: isLeft && !isPower(before, after, isBesideCjk),
    closes: isRight || endsWord,
  };
}

/**
 * Tells whether two marks stand within a calculation ("2**3", "x**n", "5~~10") or after a bracket.
 */
function isPower(before: string, after: string, isBesideCjk: boolean): boolean {
  const previous = before.slice(-1);
  if (isBesideCjk) return digit.test(previous) && digit.test(after);
  if (previous === ')') return digit.test(after);
  if (!word.test(previous) || !word.test(after)) return false;
  const isInsideWord =
    before.length === 2 && letter.test(before.charAt(0)) && letter.test(previous);
  return !isInsideWord || !letter.test(after);
}

const isSpace = (character: string): boolean => character === '' || /\s/.test(character);
const isMark = (character: string): boolean => /[\p{P}\p{S}]/u.test(character);

/** Reads a pair of surrogates as the one character that it is. */
const isCjkEnd = (before: string): boolean => {
  const last = before.codePointAt(before.length - 2) ?? 0;
  return cjk.test(last > 0xffff ? String.fromCodePoint(last) : before.slice(-1));
};

const characterOf = (code: Code): string =>
  code === null || code < 0 ? '' : String.fromCharCode(code);

/** Returns the two characters before the current place, as far as they stand on the same line. */
function readBefore(context: TokenizeContext): string {
  const end = context.now();
  const from = Math.max(0, end._bufferIndex - 2);
  const isReadable = end._bufferIndex > 0 && context.previous !== null && context.previous >= 0;
  if (!isReadable) return characterOf(context.previous);
  return context.sliceSerialize({ start: { ...end, _bufferIndex: from }, end });
}

function judgeToken(
  token: Token,
  mark: Code,
  size: number,
  { before, next, markers }: { before: string; next: Code; markers: readonly Code[] },
): void {
  const { opens, closes } = judgeMarks(mark, size, { before, after: characterOf(next) });
  // Marks of another kind are no punctuation: `**~~old~~**`.
  const isOtherBehind = next !== mark && next === tilde && markers.includes(next);
  const isOtherBefore = before.endsWith('~') && mark !== tilde && markers.includes(tilde);
  token._open = opens || isOtherBehind;
  token._close = closes || isOtherBefore;
}

/** Stars and underscores. */
export const emphasis: Construct = {
  ...attention,
  tokenize(this: TokenizeContext, effects: Effects, ok: State): State {
    const markers = this.parser.constructs.attentionMarkers.null ?? [];
    const before = readBefore(this);
    let mark: Code = null;
    let size = 0;
    const more: State = (code) => {
      if (code === mark) {
        effects.consume(code);
        size += 1;
        return more;
      }
      const token = effects.exit('attentionSequence');
      judgeToken(token, mark, size, { before, next: code, markers });
      return ok(code);
    };
    return (code) => {
      mark = code;
      effects.enter('attentionSequence');
      return more(code);
    };
  },
};

const [githubStrikethrough] = [gfm().text?.[tilde] ?? []].flat();

/** Two tildes. More or fewer are text. */
const strikethrough: Construct = {
  name: 'strikethrough',
  ...githubStrikethrough,
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    const before = readBefore(this);
    const isEscaped = this.events.at(-1)?.[1].type === 'characterEscape';
    let size = 0;
    const more: State = (code) => {
      if (code === tilde && size === 2) return nok(code);
      if (code === tilde) {
        effects.consume(code);
        size += 1;
        return more;
      }
      if (size < 2) return nok(code);
      const token = effects.exit('strikethroughSequenceTemporary');
      judgeToken(token, tilde, size, { before, next: code, markers: [] });
      return ok(code);
    };
    return (code) => {
      if (before.endsWith('~') && !isEscaped) return nok(code);
      effects.enter('strikethroughSequenceTemporary');
      return more(code);
    };
  },
};

/** Strikethrough as an extension, in place of GitHub's. */
export const strikethroughSyntax: Extension = {
  text: { [tilde]: strikethrough },
  insideSpan: { null: [strikethrough] },
  attentionMarkers: { null: [tilde] },
};
