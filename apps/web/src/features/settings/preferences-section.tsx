import { accountTexts } from '../../texts/en/settings/account.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../../theme/theme.ts';
import { RadioCards } from '../../ui/fields/radio-cards.tsx';
import { Section } from '../../ui/layout/section.tsx';

const { preferences: texts } = accountTexts;
const choices = ['system', 'light', 'dark'] as const satisfies ThemeChoice[];

/** The theme of this browser. Changes apply at once. */
export function PreferencesSection() {
  const theme = useThemeChoice();
  const options = choices.map((value) => ({ value, label: shellTexts.theme[value], hint: texts.hints[value] }));
  return (
    <Section title={texts.title} description={texts.description}>
      <RadioCards label={texts.theme} name="theme" options={options} value={theme} onChange={chooseTheme} />
    </Section>
  );
}
