import fakeRestProvider from 'ra-data-fakerest';
import {
  Admin,
  BooleanInput,
  Create,
  Datagrid,
  DateField,
  DateInput,
  List,
  memoryStore,
  NumberField,
  NumberInput,
  Pagination,
  Resource,
  required,
  SelectInput,
  SimpleForm,
  TextField,
  TextInput,
} from 'react-admin';
import { createRoot } from 'react-dom/client';
import { contacts } from '../records.ts';

/*
 * The list and the form of ../contacts.md as react-admin's documentation writes them; as many
 * records as the address asks for.
 */

const stages = ['lead', 'active', 'lost'].map((id) => ({ id, name: id }));

const filters = [<TextInput key="q" source="q" label="Search" alwaysOn />, <SelectInput key="stage" source="stage" choices={stages} />];

const ContactList = () => (
  <List filters={filters} perPage={50} pagination={<Pagination rowsPerPageOptions={[10, 25, 50]} />}>
    <Datagrid>
      <TextField source="name" />
      <TextField source="company" />
      <TextField source="city" />
      <TextField source="stage" />
      <NumberField source="score" />
      <DateField source="since" />
    </Datagrid>
  </List>
);

const ContactCreate = () => (
  <Create>
    <SimpleForm>
      <TextInput source="name" validate={required()} />
      <TextInput source="email" type="email" />
      <TextInput source="phone" />
      <TextInput source="company" />
      <TextInput source="city" />
      <SelectInput source="stage" choices={stages} defaultValue="lead" validate={required()} />
      <NumberInput source="score" />
      <DateInput source="since" />
      <NumberInput source="budget" />
      <BooleanInput source="active" />
    </SimpleForm>
  </Create>
);

const count = Number(new URLSearchParams(location.search).get('count') ?? 0);
const started = performance.now();
const records = contacts(count).map((contact, id) => ({ id, ...contact }));
// An app would have them from elsewhere: making them is not what is measured.
performance.measure('records', { start: started, end: performance.now() });

const root = document.querySelector('#root');
if (root === null) throw new Error('the page has no #root');
createRoot(root).render(
  <Admin dataProvider={fakeRestProvider({ contacts: records })} store={memoryStore()}>
    <Resource name="contacts" list={ContactList} create={ContactCreate} />
  </Admin>,
);
