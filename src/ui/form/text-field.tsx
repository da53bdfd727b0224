import { Input } from '@base-ui/react/input';
import { PlainField, type TextFieldProps } from './plain-field.tsx';

/**
 * One line of text, or any other value that the browser edits in one line (email, url, tel,
 * password, date, time, color …). As in TextArea, styles use the blank placeholder.
 */
export const TextField = (props: TextFieldProps) => <PlainField placeholder=" " {...props} draw={(input) => <Input {...input} />} />;
