/** The engagement whose brief `badDocument` cites. */
export const surveyCase = {
  name: 'Subscriber survey',
  client: 'Bramblewick',
  brief:
    'Of 118 subscribers, 41 would pay a higher price. Nobody asked for a smaller bag. Two cafés would leave.',
  budget: 5,
  tasks: [{ id: 'survey', name: 'Subscriber survey' }],
};

/** A document with every mistake and every trick of an author. */
export const badDocument = `# Subscriber survey

## Findings

Of 118 subscribers 41 would pay more.[^1] Of 118 subscribers 47 would pay more.[^2] The market doubles by 2030[^3].

The survey says “nobody asked for a far larger bag” plainly.

## 市場の概要 🚀

購読者118人のうち41人が、より高い価格を支払うと答えた。

- [x] Ask them
- [ ] Ask again at https://bramblewick.example/${'a-very-long-path/'.repeat(20)}

| Group | ${Array.from({ length: 9 }, (_, month) => `Month ${month + 1}`).join(' | ')} |
| --- |${' ---: |'.repeat(9)}
| Subscribers |${' 1,234,567 |'.repeat(9)}

<script>document.title = 'taken over'</script> <b onclick="alert(1)">bold</b>

![Chart](https://tracker.example.org/seen.png)

### ${'Unbreakable'.repeat(15)}

[^1]: Brief: “Of 118 subscribers, 41 would pay a higher price”
[^2]: Brief: “Of 118 subscribers, 41 would pay a higher price”
[^3]: Gartner Outlook, page 7: “The market will double by 2030.”
`;
