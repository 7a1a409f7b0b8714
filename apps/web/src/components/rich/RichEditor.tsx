import '@mantine/tiptap/styles.css';

import { Input } from '@mantine/core';
import { Link, RichTextEditor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type ReactNode, useId } from 'react';

import { editorTexts } from '@/texts/timeline';

import classes from './Rich.module.css';

export interface RichEditorProps {
  label: string;
  /** HTML that it begins with. */
  initial: string;
  /** HTML, '' when nothing stands there. */
  onChange: (html: string) => void;
  error?: ReactNode;
}

/** A text with what the server keeps of formatting. It is large, and so in a file of its own. */
export default function RichEditor({ label, initial, onChange, error }: RichEditorProps) {
  const id = useId();
  const editor = useEditor({
    extensions: [
      // All that the server keeps, also what no button makes: what stands there stays as it is.
      StarterKit.configure({ link: false, heading: { levels: [2, 3, 4] } }),
      Link.configure({ protocols: ['https', 'http', 'mailto', 'tel'], openOnClick: false }),
    ],
    content: initial,
    immediatelyRender: true,
    editorProps: {
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
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
    </Input.Wrapper>
  );
}
