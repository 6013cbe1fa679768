"""Given names and their everyday short forms; a form may belong to several names."""

from __future__ import annotations

GROUPS = """Robert Rob Bob Bobby Robbie Bert|William Will Bill Billy Willie Liam|Richard Rick Dick Rich Ricky Richie|James Jim Jimmy Jamie
John Jack Johnny Jon|Jonathan Jon Jonny|Michael Mike Mick Mickey Mikey|Thomas Tom Tommy|Charles Charlie Chuck Chas|Joseph Joe Joey
Edward Ed Eddie Ted Ned
Theodore Ted Teddy Theo|Edmund Ed Ned|Edwin Ed Eddie|David Dave Davy|Daniel Dan Danny|Matthew Matt Matty|Christopher Chris Kit Topher
Nicholas Nick Nicky Nico
Anthony Tony Ant|Andrew Andy Drew|Alexander Alex Al Sasha Xander Sandy|Benjamin Ben Benny Benji|Samuel Sam Sammy
Stephen Steve Stevie Steph|Steven Steve Stevie
Gregory Greg|Jeffrey Jeff|Geoffrey Geoff Jeff|Kenneth Ken Kenny|Ronald Ron Ronnie|Donald Don Donnie|Raymond Ray|Lawrence Larry Laurie
Laurence Larry Laurie
Timothy Tim Timmy|Patrick Pat Paddy|Peter Pete|Philip Phil|Phillip Phil|Frederick Fred Freddie Freddy|Francis Frank Fran|Franklin Frank
Henry Harry Hank Hal
Harold Harry Hal|Albert Al Bert|Alfred Al Alf Fred Alfie|Arthur Art Artie|Walter Walt Wally|Leonard Len Lenny Leo|Leonardo Leo
Gerald Gerry Jerry|Jerome Jerry
Zachary Zach Zack|Nathaniel Nate Nathan Nat|Joshua Josh|Jacob Jake|Maxwell Max|Maximilian Max|Vincent Vince Vinny|Victor Vic
Eugene Gene|Douglas Doug
Elizabeth Liz Lizzie Beth Betty Eliza Libby Betsy Bess Lisa|Margaret Maggie Meg Peggy Marge Greta Madge
Katherine Kate Kathy Katie Kat Kay Kit|Catherine Cate Cathy Kate Katie Cat
Kathleen Kathy Kath|Jennifer Jen Jenny Jenn|Jessica Jess Jessie|Rebecca Becky Becca|Deborah Deb Debbie|Susan Sue Susie Suzy
Susanna Sue Suzy Zuzu|Patricia Pat Patty Tricia Trish
Barbara Barb Barbie Babs|Dorothy Dot Dottie Dolly|Victoria Vicky Vicki Tori|Christina Chris Tina Chrissy|Christine Chris Chrissy Tina
Alexandra Alex Sandra Sasha Lexi Sandy
Samantha Sam Sammie|Stephanie Steph|Cynthia Cindy|Sandra Sandy|Pamela Pam|Judith Judy Jude|Abigail Abby Gail|Amanda Mandy|Angela Angie
Ann Annie Nan|Anne Annie Nan|Anna Annie
Caroline Carrie Caro|Carolyn Carrie Lyn|Charlotte Lottie Charlie Lotte|Eleanor Ellie Nell Nora Elle|Helen Nell Nellie|Emily Em Emmy
Emma Em Emmy|Frances Fran Frannie|Gabrielle Gabby
Isabella Bella Izzy Isa|Isabel Izzy Bel|Jacqueline Jackie|Josephine Jo Josie|Joanna Jo|Joanne Jo|Kimberly Kim|Lillian Lily Lil
Madeline Maddie|Martha Marty Patsy|Mary Molly Polly Mamie
Michelle Shelly|Natalie Nat|Nancy Nan|Nicole Nicki Nikki|Penelope Penny|Rachel Rach|Rosemary Rose Rosie|Sarah Sally Sadie
Teresa Terry Tess Tessa|Theresa Terry Tess Tessa|Virginia Ginny Ginger|Valerie Val"""
