import '@mantine/tiptap/styles.css';

import { Input } from '@mantine/core';
import { Link, RichTextEditor } from '@mantine/tiptap';
import type { EditorState } from '@tiptap/pm/state';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type ReactNode, useId, useState } from 'react';

import { editorTexts } from '@/texts/timeline';

import { Mention } from './mention';
import { MentionControl } from './MentionControl';
import classes from './Rich.module.css';

export interface RichEditorProps {
  label: string;
  /** HTML that it begins with. */
  initial: string;
  /** HTML, '' when nothing stands there. */
  onChange: (html: string) => void;
  error?: ReactNode;
  /** Offers to mention users, who are told of it. */
  mentions?: boolean;
}

/** A text with what the server keeps of formatting. It is large, and so in a file of its own. */
export default function RichEditor(props: RichEditorProps) {
  const { label, initial, onChange, error, mentions = false } = props;
  const id = useId();
  const [mentioning, setMentioning] = useState<'button' | 'key'>();
  const editor = useEditor({
    extensions: [
      // All that the server keeps, also what no button makes: what stands there stays as it is.
      StarterKit.configure({ link: false, heading: { levels: [2, 3, 4] } }),
      Link.configure({ protocols: ['https', 'http', 'mailto', 'tel'], openOnClick: false }),
      Mention,
    ],
    content: initial,
    immediatelyRender: true,
    editorProps: {
      handleKeyDown: (view, event) => {
        if (!mentions || event.key !== '@' || !startsWord(view.state)) return false;
        event.preventDefault();
        setMentioning('key');
        return true;
      },
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': id },
    },
    onUpdate: ({ editor: now }) => onChange(now.isEmpty ? '' : now.getHTML()),
  });
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={error}>
      <RichTextEditor editor={editor} labels={editorTexts} className={classes.editor}>
        <RichTextEditor.Toolbar>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
            <RichTextEditor.Strikethrough />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
            <RichTextEditor.Blockquote />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link />
            <RichTextEditor.Unlink />
          </RichTextEditor.ControlsGroup>
          {mentions && (
            <RichTextEditor.ControlsGroup>
              <MentionControl
                editor={editor}
                opened={mentioning !== undefined}
                typed={mentioning === 'key'}
                onOpen={() => setMentioning('button')}
                onClose={() => setMentioning(undefined)}
              />
            </RichTextEditor.ControlsGroup>
          )}
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
    </Input.Wrapper>
  );
}

/** Whether what is typed next begins a word: an @ in an e-mail address mentions nobody. */
function startsWord({ selection: { $from } }: EditorState): boolean {
  const before = $from.parent.textBetween(0, $from.parentOffset, ' ', ' ');
  return before === '' || /\s$/.test(before);
}
