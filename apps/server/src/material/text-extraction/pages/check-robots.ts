import robotsParser from 'robots-parser';

/** A question to a robots.txt: may `agent` fetch `url`? */
export interface RobotsQuestion {
  /** The address of the robots.txt. */
  robotsUrl: string;
  url: string;
  /** The product token (RFC 9309, 2.2.1). */
  agent: string;
}

type RobotsParser = (
  robotsUrl: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined };

/**
 * Answers by RFC 9309. Call it in a child process only: matching hostile rules may take seconds.
 */
export function checkRobots(bytes: Uint8Array, { robotsUrl, url, agent }: RobotsQuestion): boolean {
  const text = new TextDecoder().decode(bytes);
  // Node gives the function itself, and the declarations may name it `default`.
  const parse = robotsParser as unknown as RobotsParser;
  return parse(robotsUrl, text).isAllowed(url, agent) ?? false;
}
