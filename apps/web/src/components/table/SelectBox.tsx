import classes from './SelectBox.module.css';

interface SelectBoxProps {
  label: string;
  checked: boolean;
  /** Some are selected and some are not. */
  mixed?: boolean;
  /** With Shift it means everything up to here. */
  onChange: (range: boolean) => void;
}

/** The browser's own box: Mantine's is not worth its weight before the first list. */
export function SelectBox({ label, checked, mixed = false, onChange }: SelectBoxProps) {
  return (
    // The label is as large as a finger; the box in it is not.
    <label className={classes.box}>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={({ nativeEvent }) =>
          onChange(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        ref={(box) => {
          if (box !== null) box.indeterminate = mixed;
        }}
      />
    </label>
  );
}
