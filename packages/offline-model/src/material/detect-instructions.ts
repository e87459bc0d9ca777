/**
 * A false alarm costs one sentence and is reported. A miss costs nothing, because no source is ever
 * followed.
 */
const patterns = [
  /\b(?:ignore|disregard|forget|override|bypass|skip)\b.{0,60}\b(?:previous|prior|above|earlier|all|any|your|these|system|other)\b.{0,30}\b(?:instructions?|rules?|prompts?|guidelines?|orders?|directions?|text|messages?)\b/i,
  /\b(?:ignore|disregard|forget)\b.{0,20}\b(?:everything|all) (?:above|before|else|previous)/i,
  /\bsystem (?:prompt|message|override|instructions?)\b|\b(?:developer|jailbreak) mode\b/i,
  /(?:^|["'`|>}\]]\s*)(?:\[|<\|?|#{1,6}\s*|\*\*)?\/?(?:system|assistant|developer|tool)(?:\s(?:message|note|prompt))?(?:\||\]|>|\*\*)?\s*[:>\]]\s*\S/i,
  /\b(?:SYSTEM|ASSISTANT)\s*:/,
  /<\|[^|>]{1,40}\|>|<\s*\/?\s*(?:system|assistant|instructions?|tool_call|function_calls?)\s*>|\[\/?INST\]|\[\[[^\]]{0,60}\b(?:BEGIN|END)\b/i,
  /"?(?:role|name|tool)"?\s*[:=]\s*"?(?:system|assistant|developer|tool|search_context)\b/i,
  /\bsearch_context\b|\b(?:tool|function)_?calls?\b|\b(?:call|invoke|trigger)\b.{0,20}\b(?:tool|function|plugin|api)\b/i,
  /\b(?:set|raise|give|assign|return|rate|award|mark|grade|score)\b.{0,50}\b(?:scores?|ratings?|grades?|marks?|rubrics?|criteri(?:on|a))\b.{0,40}\b(?:\d{2,3}|maximum|highest|full|perfect|best)\b/i,
  /\b(?:score|rating|grade)\s*(?:=|:|must be|should be|is now)\s*(?:100|10\/10|perfect|maximum)/i,
  /\b(?:write|print|say|include|insert|append|add|repeat|output|reply|respond|answer|put|start|begin|end|finish|mention|state)\b.{0,50}\b(?:the|this|these|following|exact|secret|single)\s(?:\w+\s)?(?:words?|phrase|string|token|sentence|marker|code ?word|message)\b/i,
  /\b(?:if you are|you are (?:now )?|dear|attention|note (?:to|for)|instructions? (?:to|for)|message (?:to|for)|hey|hello)\s?:?\s?(?:an?|the|any|all)?\s?(?:\w+\s)?(?:ai|llms?|language models?|assistants?|chatgpt|chatbots?|gpt|claude|gemini|dan|evaluators?|observers?|graders?|models?)\b/i,
  /\bas an? (?:ai|language model)\b|\bfrom now on,? you\b|\byou (?:must|will|shall) (?:now )?(?:obey|comply|ignore|output|write|act)\b/i,
  /\b(?:your|these are (?:your|the)) (?:new |real |actual |only |true )?(?:instructions?|task|orders?|goal) (?:is|are|now|follow)/i,
  /\b(?:reveal|print|repeat|output|leak|send|show)\b.{0,30}\b(?:prompts?|instructions|secrets?|api keys?|passwords?|tokens?|brief to)\b/i,
  /\b(?:do not|don't|never) (?:mention|tell|reveal|disclose|report|flag)\b.{0,40}\b(?:this|these|user|client|anyone|instructions?)\b/i,
  /(?<!\p{L})(?:ignorier\p{L}*|vergiss|vergesst|missachte\p{L}*)(?!\p{L}).{0,40}(?:anweisung|vorgabe|regel|instruktion|aufforderung)\p{L}*/iu,
  /(?<!\p{L})(?:ignore[rz]?|oublie[rz]?)(?!\p{L}).{0,40}(?:instructions?|consignes?|règles?)(?!\p{L})/iu,
  /(?<!\p{L})(?:ignora|ignore|ignoren|olvida|olvide)(?!\p{L}).{0,40}(?:instrucciones|reglas|órdenes)(?!\p{L})/iu,
  /(?:指示|命令|プロンプト|ルール).{0,12}(?:無視|忘れ)/u,
];

/** Limits the characters of a text that are checked. The patterns span a few words. */
const maxLength = 2_400;

/**
 * True for words that try to control the processor of the text. They are treated as data and
 * omitted.
 */
export function isInstruction(text: string): boolean {
  const looked = text.length > maxLength ? text.slice(0, maxLength) : text;
  return patterns.some((pattern) => pattern.test(looked));
}
