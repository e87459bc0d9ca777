import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Returns the folders of the templates' fonts inside the installed packages. Only these families are used (the
 * templates disable fallback to the host's fonts), so that every host produces the same pages.
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
    ['nanum-gothic', upright],
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
