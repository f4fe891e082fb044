const Page = () => <h1>invitation</h1>;
export default Page;
