import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-YAJ5XTE7.js";import"./chunk-7TXPBANP.js";import"./chunk-FDGKST6U.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
