import { Node } from '@tiptap/react';

/** A user who is mentioned, as the server keeps it: <span class="mention" data-user-id="7">@Name</span>. */
export const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    id: {
      parseHTML: (element: HTMLElement) => element.getAttribute('data-user-id'),
      renderHTML: ({ id }: Record<string, unknown>) => ({ 'data-user-id': id }),
    },
    name: {
      parseHTML: (element: HTMLElement) => element.textContent.replace(/^@/, ''),
      renderHTML: () => ({}),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-user-id]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    { ...HTMLAttributes, class: 'mention' },
    `@${String(node.attrs.name)}`,
  ],
  renderText: ({ node }) => `@${String(node.attrs.name)}`,
});
