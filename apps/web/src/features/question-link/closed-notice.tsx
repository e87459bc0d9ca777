import { BrandedNotice } from '../../domain/branded-page/branded-notice.tsx';
import { questionLinkTexts } from '../../texts/en/questions/outside-questions.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';

const { action, ...notice } = questionLinkTexts.closed;

/** Says that a link is wrong, used or expired, and leads to the questions through a sign-in. */
export function ClosedNotice() {
  return (
    <BrandedNotice
      {...notice}
      action={
        <a href="/questions" className={buttonStyle()}>
          {action}
        </a>
      }
    />
  );
}
