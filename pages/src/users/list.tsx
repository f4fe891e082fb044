import { Page } from '../ui/page';

const List = () => <Page title="Users" />;
export default List;
