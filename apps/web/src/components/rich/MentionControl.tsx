import { Popover } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconAt } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';

import { UserSelect } from '@/components/UserSelect';
import { userTexts as texts } from '@/texts/users';

interface MentionControlProps {
  editor: Editor;
  opened: boolean;
  /** By the key @, which stays in the text when nobody is chosen. */
  typed: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** Mentions a user where the cursor stands. */
export function MentionControl({ editor, opened, typed, onOpen, onClose }: MentionControlProps) {
  const leave = () => {
    onClose();
    if (typed) editor.chain().focus().insertContent('@').run();
    else editor.chain().focus().run();
  };
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && leave()}
      position="bottom-start"
      width={280}
      trapFocus
      withRoles={false}
      withinPortal={false}
      returnFocus={false}
    >
      <Popover.Target>
        <RichTextEditor.Control
          aria-label={texts.mention}
          title={texts.mention}
          aria-expanded={opened}
          onClick={() => (opened ? leave() : onOpen())}
        >
          <IconAt size={16} stroke={1.7} aria-hidden />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown>
        {opened && (
          <UserSelect
            label={texts.mentionWho}
            value={undefined}
            focused
            inside
            onChange={(user) => {
              if (user === undefined) return;
              onClose();
              editor
                .chain()
                .focus()
                .insertContent([
                  { type: 'mention', attrs: { id: String(user.id), name: user.name } },
                  { type: 'text', text: ' ' },
                ])
                .run();
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
