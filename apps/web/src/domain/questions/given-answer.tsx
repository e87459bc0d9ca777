interface GivenAnswerProps {
  answer: string;
  /** The author and the time of the answer. */
  about: string;
}

/** An answer as it was given, with its author. */
export function GivenAnswer({ answer, about }: GivenAnswerProps) {
  return (
    <figure className="border-accent-text/50 border-l-2 pl-3">
      <blockquote dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {answer}
      </blockquote>
      <figcaption className="mt-1 text-muted text-sm">{about}</figcaption>
    </figure>
  );
}
