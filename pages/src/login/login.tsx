const Page = () => <h1>login</h1>;
export default Page;
