import Bowser from 'bowser';
import { sessionTexts } from '../../texts/en/settings/sessions.ts';

const { list: texts } = sessionTexts;

/** Names the browser and the system of a session, such as “Firefox on Linux”; a program by its own name. */
export function describeBrowser(userAgent: string | null): string {
  if (!userAgent) return texts.unknown;
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name) return userAgent.slice(0, 60);
  return os.name ? texts.onSystem(browser.name, os.name) : browser.name;
}
