import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-H4VUQBSQ.js";import"./chunk-WNETR6DX.js";import"./chunk-KRW7CEW6.js";import"./chunk-O6BP7HI6.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as ImageCli};
