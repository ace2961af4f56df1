import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-Q4AMVMFB.js";import"./chunk-5TVEKEAZ.js";import"./chunk-SM5EL65T.js";import"./chunk-5LOKNP2H.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
