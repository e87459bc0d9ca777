import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Returns the folders of the templates' fonts. Host fonts are off, so that every host produces the
 * same pages.
 */
export function fontFolders(): string[] {
  const upright = ['400Regular', '700Bold'];
  const italic = ['400Regular_Italic', '700Bold_Italic'];
  const google: [string, string[]][] = [
    ['source-sans-3', [...upright, '600SemiBold', ...italic]],
    ['source-serif-4', ['400Regular', '600SemiBold']],
    ['jetbrains-mono', [...upright, ...italic]],
    ['noto-sans', [...upright, ...italic]],
    ['noto-sans-arabic', upright],
    ['noto-sans-hebrew', upright],
    ['noto-sans-thai', upright],
    ['noto-sans-devanagari', upright],
    ['noto-sans-jp', upright],
    ['noto-sans-kr', upright],
    ['noto-sans-math', ['400Regular']],
    ['noto-sans-symbols', upright],
    ['noto-sans-symbols-2', ['400Regular']],
    ['noto-color-emoji', ['400Regular']],
  ];
  return [
    ...google.flatMap(([name, weights]) => {
      const root = dirname(require.resolve(`@expo-google-fonts/${name}/package.json`));
      return weights.map((weight) => join(root, weight));
    }),
    join(dirname(require.resolve('@embedpdf/fonts-sc')), '..', 'fonts'),
  ];
}

/** The scripts whose fonts are large, with the names of the folders that only they need. */
const largeFonts = [
  [
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u33ff\uff00-\uffef]/u,
    /fonts-sc|noto-sans-jp/,
  ],
  [/\p{Script=Hangul}/u, /noto-sans-kr/],
] as const;

/**
 * Returns the folders of the fonts that a text needs: a program that reads each font at its start
 * reads 60 MB less.
 */
export function fontFoldersFor(text: string): string[] {
  const left = largeFonts.filter(([script]) => !script.test(text)).map(([, folder]) => folder);
  return fontFolders().filter((folder) => !left.some((name) => name.test(folder)));
}
