import { describe, expect, it } from 'vitest';
import { cleanAnswerText, cutTemplateTokens, stripThoughts } from './template-tokens.ts';

const paper = '# Tariff review\n\nThe tariff rises by 4 %.\n\n- One\n- Two';

describe('tokens of chat templates', () => {
  // MOD-33
  it.each([
    '<|im_end|>',
    '<|eot_id|>',
    '</s>',
    '<end_of_turn>',
    '<|endoftext|>',
    '<|return|>',
    '<|end|>',
    '<｜end▁of▁sentence｜>',
    '<|end_of_text|>',
    '<|END_OF_TURN_TOKEN|>',
    '<|reserved_special_token_247|>',
    '<turn|>',
    '<eos>',
    '[/INST]',
    '[INST]',
    '</s></s>\n<|im_end|>\n',
    '<|im_end|>\n<|im_start|>user\nThanks!<|im_end|>\n<|im_start|>assistant\nYou are welcome.',
    '<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nAnother question',
    '</s>[INST] And for 2027? [/INST] In 2027 it falls.',
    '<end_of_turn>\n<start_of_turn>user\nMore',
    '<|endoftext|><|user|>\nMore',
  ])('%j after a document are removed', (tail) => {
    expect(cleanAnswerText(`${paper}${tail}`)).toBe(paper);
  });

  it.each([
    '<s>',
    '<|begin_of_text|>',
    '<｜begin▁of▁sentence｜>',
    '<|im_start|>assistant\n',
    '<|start_header_id|>assistant<|end_header_id|>\n\n',
    '<start_of_turn>model\n',
    '<|assistant|>\n',
    '<｜Assistant｜>',
    '[INST] Write a memo. [/INST] ',
    '<s>[INST] <<SYS>>\nYou write.\n<</SYS>>\n\nWrite a memo. [/INST]',
    '<|im_start|>user\nWrite a memo.<|im_end|>\n<|im_start|>assistant\n',
    '<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>',
    '[gMASK]<sop>',
  ])('%j before a document are removed', (head) => {
    expect(cleanAnswerText(`${head}${paper}`).trim()).toBe(paper);
  });

  it.each([
    '<|channel|>analysis<|message|>The user wants a memo.<|end|><|start|>assistant<|channel|>final<|message|>',
    '<|start|>assistant<|channel|>analysis<|message|>Look up.<|end|><|start|>assistant<|channel|>commentary to=functions.search <|constrain|>json<|message|>{"query":"x"}<|call|><|start|>assistant<|channel|>final<|message|>',
    '<|channel|>final <|constrain|>markdown<|message|>',
    'analysisThe user wants a memo.assistantfinal',
    '[THINK]So far so good.[/THINK]',
    '<think>\nSo far.\n</think>\n\n<think>And so on.</think>',
    'The template began the thoughts.\n</think>\n\n',
    'The template began the thoughts. [/THINK]',
    '<seed:think>So far.</seed:think>',
    '<|begin_of_thought|>So far.<|end_of_thought|>\n\n<|begin_of_solution|>',
    '<|START_THINKING|>So far.<|END_THINKING|><|START_RESPONSE|>',
    '<|im_start|>assistant\n<think>So far.</think>\n',
    '◁think▷So far.◁/think▷',
    '<|channel>thought\nSo far.<channel|>',
    '<think>An example: ```\nunclosed</think>',
  ])('the thoughts %j before a document are left out', (head) => {
    expect(cleanAnswerText(`${head}${paper}`).trim()).toBe(paper);
  });

  it('an end that Harmony marks is removed with its thoughts', () => {
    const text = `<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>${paper}<|return|>`;
    expect(cleanAnswerText(text)).toBe(paper);
  });

  it('in the middle of a document are removed, with thoughts that begin a line', () => {
    const [head, ...rest] = paper.split('\n\n');
    const text = `${head}<|im_end|>\n\n<think>Wait: is it 4 %?\n\nYes.</think>\n${rest.join('\n\n')}`;
    expect(cleanAnswerText(text).replace(/\n+/g, '\n')).toBe(paper.replace(/\n+/g, '\n'));
  });

  it('keep a fence closed that they follow, and are removed within a fence around the document', () => {
    expect(cutTemplateTokens('# A\n\n```sh\nls\n```<|im_end|>\n\nB `x` <|eot_id|>C')).toBe(
      '# A\n\n```sh\nls\n```\n\nB `x` C',
    );
    expect(cutTemplateTokens(`\`\`\`markdown\n${paper}<|im_end|>\n\`\`\`</s>`)).toBe(
      `\`\`\`markdown\n${paper}\n\`\`\``,
    );
  });

  it.each([
    'A turn ends with `<|im_end|>`, a text with ``</s>``.',
    '# Templates\n\n```\n<|im_start|>user\nHello<|im_end|>\n```\n\nMore.',
    '# Templates\n\n~~~jinja\n<start_of_turn>model\n[INST]\n~~~',
    '# Templates\n\n    <|eot_id|>\n\nMore.',
    'The price was <s>12</s> 10 euros, and the fee <s>3</s> 2.',
    'A ket is |x>, a bra <x|, and <a|b> a product; x < y | z > w; if a <|b and c> d.',
    '[INST](https://inst.example) and a list [1], [TOOLS].',
    'The tag `<think>` opens a thought and `</think>` closes it.',
    '# Models\n\nSome write </think> after a thought.',
    '',
  ])('stay in code, and other marks stay: %j', (text) => {
    expect(cleanAnswerText(text)).toBe(text);
  });

  it('leave nothing of an answer that is thoughts alone', () => {
    expect(stripThoughts('<think>So far')).toBe('');
    expect(stripThoughts('[THINK]So far')).toBe('');
    expect(stripThoughts('<|channel|>analysis<|message|>So far')).toBe('');
  });

  it('are removed from 200,000 characters of marks', () => {
    const hostile = [
      '`a',
      '<|',
      '<|a',
      '<s>',
      '[INST]',
      '<|im_start|>user ',
      '<think>',
      '``` <|x',
      '<|channel|>a',
      '<think>a</think>',
      '\n<think>a</think>',
      'a</think>',
      '<|im_end|>\n<|im_start|>assistant\na',
      '<|start|>',
    ];
    for (const piece of hostile) {
      const text = piece.repeat(200_000 / piece.length);
      expect(cleanAnswerText(text).length, piece).toBeLessThanOrEqual(text.length);
    }
  });
});
