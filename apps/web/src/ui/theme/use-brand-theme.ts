import { useLayoutEffect } from 'react';
import { brandColors } from './brand-colors.ts';
import { useShownTheme } from './theme.ts';

/** Applies a brand colour to the document while the component is mounted, so that overlays have it, too. */
export function useBrandTheme(primaryColor: string | null | undefined): void {
  const theme = useShownTheme();
  useLayoutEffect(() => {
    const colors = primaryColor ? brandColors(primaryColor, theme) : null;
    if (!colors) return;
    const { accent, ink, strong, text, soft } = colors;
    const properties = {
      '--accent': accent,
      '--accent-ink': ink,
      '--accent-strong': strong,
      '--accent-text': text,
      '--accent-soft': soft,
    };
    const { style } = document.documentElement;
    for (const [name, value] of Object.entries(properties)) style.setProperty(name, value);
    return () => {
      for (const name of Object.keys(properties)) style.removeProperty(name);
    };
  }, [primaryColor, theme]);
}
